import { createMemoryErrorReporter } from '#adapters/memory/memory-error-reporter.ts'
import { createThrower } from '#tests/support/thrower.ts'
import { describeErrorReporterPort } from './error-reporter-port.ts'

describeErrorReporterPort('memory', () => {
  const reporter = createMemoryErrorReporter()
  return {
    report: createThrower(reporter).report,
    reports: async () =>
      reporter.reports.map(({ error, context }) => ({
        message: error instanceof Error ? error.message : String(error),
        context,
      })),
    fail: () => {},
    restore: () => {},
  }
})
