import type { FastifyBaseLogger } from 'fastify'

export type SecurityEvent =
  /** `invalid`: not a token of the identity provider for this project, or an expired one. */
  | {
      readonly kind: 'token-refused'
      readonly actor: string | null
      readonly reason: 'invalid' | 'revoked' | 'deleted'
    }
  /** A visitor without an account failed the challenge. */
  | { readonly kind: 'challenge-failed'; readonly actor: null }
  | {
      readonly kind:
        | 'email-changed'
        | 'email-confirmed'
        | 'account-deleted'
        | 'deletion-needs-sign-in'
        | 'withdrawal-needs-sign-in'
        | 'app-linked'
        /** The app belongs to a different account from the link that was opened in it. */
        | 'app-refused'
      readonly actor: string
    }

/**
 * Logs a line for alerts: what happened, and to whom. `actor` is the identity provider's id of the
 * user, as in that provider's own audit log of passwords and second factors; null when unknown.
 */
export const logSecurityEvent = (
  log: FastifyBaseLogger,
  { kind, ...details }: SecurityEvent,
): void => {
  log.info({ security: kind, ...details }, 'security event')
}
