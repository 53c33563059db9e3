import { createSentryErrorReporter } from '#adapters/sentry/sentry-error-reporter.ts'
import { createThrower } from '#tests/support/thrower.ts'

const dsn = new URLSearchParams(location.search).get('dsn')

const reporter = createSentryErrorReporter({
  settings: async () => (dsn === null ? null : { dsn }),
  release: 'evenkeel@test',
  route: () => '/sign-up/payment',
  personal: () => ['Maya', 'Ross'],
})

Object.assign(window, { port: createThrower(reporter) })
