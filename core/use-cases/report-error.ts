import type { Ports } from '#core/ports/ports.ts'

/** Hands over a fault nobody expected. Never throws. */
export const reportError =
  ({ errorReporter }: Pick<Ports, 'errorReporter'>) =>
  (error: unknown, context?: Readonly<Record<string, string>>): void =>
    errorReporter.report(error, context)
