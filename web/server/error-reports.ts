export type ErrorReports = {
  report(error: unknown, path: string): void
  /** Sends what is waiting, for two seconds at most. */
  close(): Promise<void>
}

/** Sends rendering errors to Sentry, with the path and nothing about the visitor. */
export const openErrorReports = async (dsn: string, build: string): Promise<ErrorReports> => {
  const { captureException, close, init, linkedErrorsIntegration } = await import('@sentry/node')
  init({
    dsn,
    release: `evenkeel-web@${build}`,
    defaultIntegrations: false,
    integrations: [linkedErrorsIntegration()],
    enableRuntimeChannelInjection: false,
    enhanceFetchErrorMessages: false,
    sendClientReports: false,
    serverName: 'site',
  })
  return {
    report: (error, path) =>
      void captureException(error, { tags: { service: 'site', route: path } }),
    close: async () => {
      await close(2000)
    },
  }
}
