/**
 * Moves focus to the new step's heading after a navigation within the site. The router has put it on its own wrapper
 * by then; on a page that was just loaded it still is with the browser, where it stays.
 */
export const focusHeading = () => {
  if (document.activeElement === document.body) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
