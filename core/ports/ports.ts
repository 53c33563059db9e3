import type { AdminApiPort } from './admin-api.ts'
import type { AnalyticsPort } from './analytics.ts'
import type { AuthPort } from './auth.ts'
import type { ChallengePort } from './challenge.ts'
import type { ClockPort } from './clock.ts'
import type { ErrorReporterPort } from './error-reporter.ts'
import type { PasswordsPort } from './passwords.ts'
import type { PaymentsPort } from './payments.ts'
import type { StoragePort } from './storage.ts'

/** Everything the product needs from the outside. */
export type Ports = {
  readonly auth: AuthPort
  readonly passwords: PasswordsPort
  readonly challenge: ChallengePort
  readonly payments: PaymentsPort
  readonly adminApi: AdminApiPort
  readonly storage: StoragePort
  readonly analytics: Pick<AnalyticsPort, 'track'>
  readonly errorReporter: ErrorReporterPort
  readonly clock: ClockPort
}
