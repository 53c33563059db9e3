const needed = ['SENTRY_AUTH_TOKEN', 'SENTRY_ORG', 'SENTRY_PROJECT'] as const

/**
 * Whether a build makes source maps of the browser's scripts. Only the error-reporting service gets
 * them.
 */
export const uploadsSourceMaps = (
  environment: Readonly<Record<string, string | undefined>>,
): boolean => needed.every((name) => environment[name])
