/** Where the content of an element ends, in pixels from the top of the screen. */
const contentEnd = ({ children }: HTMLElement): number =>
  Math.max(...Array.from(children, (child) => child.getBoundingClientRect().bottom))

/**
 * Whether the space between an element's content and its end is off the screen. If it is above the
 * screen, the browser has to be able to adjust the scroll position.
 */
const isSpaceUnseen = (element: HTMLElement): boolean =>
  contentEnd(element) >= window.innerHeight ||
  (element.getBoundingClientRect().bottom <= 0 && CSS.supports('overflow-anchor', 'auto'))

/**
 * Keeps an element's height until the next click or key press anywhere, so that shorter content
 * that arrives late does not move what the visitor is about to press; or until the space is
 * scrolled off the screen, where its removal moves nothing in sight.
 */
export const keepHeight = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.minHeight = `${element.offsetHeight}px`
  const stop = new AbortController()
  const { signal } = stop
  const release = () => {
    element.style.minHeight = ''
    stop.abort()
  }
  for (const input of ['click', 'keydown'])
    document.addEventListener(input, release, { capture: true, signal })
  document.addEventListener('scroll', () => isSpaceUnseen(element) && release(), { signal })
}
