import type { ErrorReporterPort } from '#core/ports/error-reporter.ts'

export type ErrorReport = {
  readonly error: unknown
  readonly context: Readonly<Record<string, string>>
}

export type MemoryErrorReporter = ErrorReporterPort & {
  /** Each error once, oldest first. */
  readonly reports: readonly ErrorReport[]
}

export const createMemoryErrorReporter = (): MemoryErrorReporter => {
  const reports: ErrorReport[] = []
  return {
    get reports() {
      return [...reports]
    },
    report: (error, context = {}) => {
      const isKnown =
        typeof error === 'object' &&
        error !== null &&
        reports.some((report) => report.error === error)
      if (!isKnown) reports.push({ error, context })
    },
  }
}
