/** Takes faults nobody expected. It never throws. */
export interface ErrorReporterPort {
  report(error: unknown, context?: Readonly<Record<string, string>>): void
}
