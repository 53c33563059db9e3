import type { FastifyBaseLogger } from 'fastify'

export type SecurityEvent =
  /** `forged`: no token of the identity provider for this project, or one past its time. */
  | { readonly kind: 'token-refused'; readonly actor: string | null; readonly reason: 'forged' | 'revoked' | 'deleted' }
  /** A visitor without an account who was not taken for a person. */
  | { readonly kind: 'challenge-failed'; readonly actor: null }
  | { readonly kind: 'email-changed' | 'email-confirmed' | 'account-deleted' | 'deletion-needs-sign-in'; readonly actor: string }

/**
 * Writes a line that an alert can be set on: what happened, and to whom. `actor` is the identity provider's id of the
 * user, as in that provider's own audit log, which tells of passwords and second factors; null when nobody is known.
 */
export const logSecurityEvent = (log: FastifyBaseLogger, { kind, ...details }: SecurityEvent): void => {
  log.info({ security: kind, ...details }, 'security event')
}
