import type { Mailing } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Why nothing is sent. */
export type MailingRefusal =
  | { readonly kind: 'email-invalid' }
  /** The questions have changed since: the server cannot score these answers any more. */
  | { readonly kind: 'outdated' }
  /** The server refused the challenge's token. The next attempt requests another. */
  | { readonly kind: 'challenge-failed' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

/** `accepted`: on its way, unless the same was mailed to the same mailbox within a day. */
export type MailingOutcome = { readonly kind: 'accepted' } | MailingRefusal

/** Has a result, or a link back to the sign-up, mailed to an address that is not stored here. */
export const sendMailing =
  ({ adminApi, challenge }: Pick<Ports, 'adminApi' | 'challenge'>) =>
  async (mailing: Mailing, email: string): Promise<MailingOutcome> => {
    const challengeToken = await challenge.token('send_mail')
    const proof = challengeToken === null ? {} : { challengeToken }
    const outcome = await adminApi.sendMailing({ ...mailing, email, ...proof })
    switch (outcome.kind) {
      case 'accepted':
      case 'challenge-failed':
      case 'rate-limited':
        return outcome
      case 'invalid':
        return outcome.errors.some(({ path }) => path === 'email')
          ? { kind: 'email-invalid' }
          : { kind: 'outdated' }
    }
  }
