/**
 * Calls back when the browser is idle, after two seconds at most. Returns a function that cancels.
 */
export const whenIdle = (work: () => void): (() => void) => {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work, { timeout: 2000 })
    return () => window.cancelIdleCallback(handle)
  }
  const handle = setTimeout(work, 1000)
  return () => clearTimeout(handle)
}
