/**
 * Keeps an element's height until the visitor's next click or key, wherever it is, so that a late
 * answer with less content shifts nothing under their finger.
 */
export const keepHeight = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.minHeight = `${element.offsetHeight}px`
  const stop = new AbortController()
  const release = () => {
    element.style.minHeight = ''
    stop.abort()
  }
  for (const input of ['click', 'keydown'])
    document.addEventListener(input, release, { capture: true, signal: stop.signal })
}
