import { focusWrapperId } from './gatsby-runtime.ts'

/**
 * Moves focus to the new step's heading after a navigation within the site. The router first
 * focuses its own wrapper, in an effect that runs after those of the page. On a full page load the
 * focus is left alone.
 */
export const focusHeading = () =>
  queueMicrotask(() => {
    if (document.activeElement?.id !== focusWrapperId) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })

/** Moves focus to the heading that has replaced another, when the focused element is gone. */
export const focusNewHeading = () =>
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
