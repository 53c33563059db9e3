import type { Ports } from '#core/ports/ports.ts'

/** Reports an unexpected error. Never throws. */
export const reportError =
  ({ errorReporter }: Pick<Ports, 'errorReporter'>) =>
  (error: unknown, context?: Readonly<Record<string, string>>): void =>
    errorReporter.report(error, context)
