import type { MailLink } from '#core/model/mail-link.ts'
import type { ApplyMailCodeOutcome } from '#core/ports/auth-mail.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * Does what the link of an identity mail is for, which works once: call it only when the reader has
 * asked for it. Needs no session.
 */
export const followMailLink =
  ({ auth }: Pick<Ports, 'auth'>) =>
  ({ code }: Pick<MailLink, 'code'>): Promise<ApplyMailCodeOutcome> =>
    auth.applyMailCode(code)
