import type { LoggedError } from './logger.ts'

export type ErrorReports = {
  /** Called with a logged error and the message of its log line. */
  report(error: LoggedError, message: string): void
  /** Sends what is waiting, for two seconds at most. */
  close(): Promise<void>
}

/** Sends logged errors to Sentry, and nothing else: no request, no user, no breadcrumbs. */
export const openErrorReports = async (dsn: string): Promise<ErrorReports> => {
  const { captureException, close, init, linkedErrorsIntegration } = await import('@sentry/node')
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [linkedErrorsIntegration()],
    enableRuntimeChannelInjection: false,
    enhanceFetchErrorMessages: false,
    sendClientReports: false,
    serverName: 'admin-api',
  })
  const asError = ({ type, message, stack, cause }: LoggedError): Error =>
    Object.assign(new Error(message, cause && { cause: asError(cause) }), { name: type, stack })
  return {
    report: (error, message) =>
      void captureException(asError(error), { tags: { service: 'admin-api', told: message } }),
    close: async () => {
      await close(2000)
    },
  }
}
