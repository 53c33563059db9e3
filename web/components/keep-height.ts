/**
 * Keeps an element's height until the next click or key press anywhere, so that shorter content
 * that arrives late does not move what the visitor is about to press.
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
