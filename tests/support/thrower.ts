import type { ErrorReporterPort } from '#core/ports/error-reporter.ts'
import type { ThrownValue } from '#tests/ports/error-reporter-port.ts'

/** Reports the errors that a test suite describes as data; can also run in a page. */
export const createThrower = (reporter: ErrorReporterPort) => {
  const errors = new Map<string, Error>()
  const errorOf = (fault: ThrownValue): unknown => {
    if ('thrown' in fault) return fault.thrown
    const known = errors.get(fault.id)
    if (known) return known
    const error = new Error(
      fault.message,
      fault.cause === undefined ? {} : { cause: new Error(fault.cause) },
    )
    if (fault.isFrozen) Object.freeze(error)
    errors.set(fault.id, error)
    return error
  }
  return {
    report: (
      ...reports: readonly { fault: ThrownValue; context?: Readonly<Record<string, string>> }[]
    ) => {
      for (const { fault, context } of reports) reporter.report(errorOf(fault), context)
    },
  }
}
