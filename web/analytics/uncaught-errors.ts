import type { AppLoader } from '../stores/app-loader.tsx'

/**
 * Reports uncaught errors and rejections, including those before the application has loaded. Skips
 * errors of other sites' scripts, which carry no details.
 */
export const watchUncaughtErrors = (
  loader: AppLoader,
  page: Pick<Window, 'addEventListener' | 'location'>,
): void => {
  const report = (error: unknown) => {
    if (error === null || error === undefined) return
    const path = page.location.pathname
    loader.whenRunning(({ app }) => app.reportError(error, { path }))
  }
  page.addEventListener('error', ({ error }) => report(error))
  page.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
