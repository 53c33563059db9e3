import type { ErrorReporterPort } from '#core/ports/error-reporter.ts'
import type { Fault } from '#tests/ports/error-reporter-port.ts'

/** Throws what a suite describes; works in a page too. */
export const createThrower = (reporter: ErrorReporterPort) => {
  const errors = new Map<string, Error>()
  const errorOf = (fault: Fault): unknown => {
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
      ...faults: readonly { fault: Fault; context?: Readonly<Record<string, string>> }[]
    ) => {
      for (const { fault, context } of faults) reporter.report(errorOf(fault), context)
    },
  }
}
