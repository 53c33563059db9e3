import type { OpenEnvironment } from './environment.ts'

export type IdentitySettings = {
  readonly projectId: string
  readonly apiKey: string
  /** `host:port` of the Auth emulator; null means Google's own service. */
  readonly emulatorHost: string | null
  /**
   * How long a user's active status is cached, in milliseconds; 0 disables the check.
   */
  readonly activeStatusTtlMs: number
}

export const readIdentity = (environment: OpenEnvironment): IdentitySettings => {
  const { checked, integer, required, refuseInProduction } = environment
  const emulatorHost = checked(
    'FIREBASE_AUTH_EMULATOR_HOST',
    (value) => /^[^\s/:]+:\d+$/.test(value),
    'host:port',
  )
  refuseInProduction(
    emulatorHost !== null,
    'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: it accepts unsigned ID tokens.',
  )
  return {
    projectId: required('FIREBASE_PROJECT_ID', 'demo-evenkeel'),
    apiKey: required('FIREBASE_API_KEY', 'sandbox'),
    emulatorHost,
    activeStatusTtlMs: 1000 * integer('REVOCATION_CHECK_SECONDS', 60, 0, 3600),
  }
}
