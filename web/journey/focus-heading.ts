import { focusWrapperId } from './gatsby-runtime.ts'

/**
 * Moves focus to the new step's heading after a navigation within the site. The router puts it on
 * its own wrapper then, in an effect that runs after the page's; on a page that was just loaded
 * focus stays with the browser.
 */
export const focusHeading = () =>
  queueMicrotask(() => {
    if (document.activeElement?.id !== focusWrapperId) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })

/**
 * Moves focus to a heading that took the place of another, where nothing of the old step is left to
 * hold it.
 */
export const focusNewHeading = () =>
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
