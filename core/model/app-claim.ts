import type { AppClaim } from '#core/ports/admin-api.ts'

/** Whether the link to the app can no longer be used. */
export const isExpired = ({ expiresAt }: Pick<AppClaim, 'expiresAt'>, now: Date): boolean =>
  now.getTime() >= Date.parse(expiresAt)
