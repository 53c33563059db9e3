/**
 * Keeps an element's height until the next click in it, so that a late answer with less content
 * shifts nothing below.
 */
export const keepHeight = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.minHeight = `${element.offsetHeight}px`
  element.addEventListener('click', () => (element.style.minHeight = ''), {
    capture: true,
    once: true,
  })
}
