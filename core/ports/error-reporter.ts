/** Reports unexpected errors. It never throws. */
export interface ErrorReporterPort {
  report(error: unknown, context?: Readonly<Record<string, string>>): void
}
