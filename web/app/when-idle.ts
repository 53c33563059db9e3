/** Calls back when the browser has nothing better to do, after two seconds at most. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 1000)
}
