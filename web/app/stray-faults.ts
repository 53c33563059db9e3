import type { Session } from './session.tsx'

/** Reports what nobody caught, from the first moment on. What has no error to show, as a script of another site, is left out. */
export const watchStrayFaults = (session: Session, page: Pick<Window, 'addEventListener' | 'location'>): void => {
  const report = (error: unknown) => {
    if (error === null || error === undefined) return
    const path = page.location.pathname
    session.whenRunning(({ app }) => app.reportError(error, { path }))
  }
  page.addEventListener('error', ({ error }) => report(error))
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
