/** Calls back at the frame after the one that paints what has just changed. What is returned calls that off. */
export const afterPaint = (work: () => void): (() => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(work)
  })
  return () => cancelAnimationFrame(frame)
}
