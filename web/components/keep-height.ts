/** Holds an element's height until it is next clicked in, so that content that a late answer makes shorter moves nothing below. */
export const keepHeight = (element: HTMLElement | null): void => {
  if (!element) return
  element.style.minHeight = `${element.offsetHeight}px`
  element.addEventListener('click', () => (element.style.minHeight = ''), { capture: true, once: true })
}
