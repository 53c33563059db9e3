import type { MailLink } from '#core/model/mail-link.ts'
import type { MailCodeRefusal } from '#core/ports/auth-mail.ts'
import type { Ports } from '#core/ports/ports.ts'

export type OpenMailLinkOutcome =
  /** The link can be used. `email` is what its mail is about. */
  | { readonly kind: 'ready'; readonly email: string }
  /** The code is for something else than the link says. */
  | { readonly kind: 'wrong-mail' }
  | MailCodeRefusal

/** Tells whether the link of an identity mail can be used. Uses nothing up: scanners of mail open links too. Needs no session. */
export const openMailLink =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async ({ kind, code }: Pick<MailLink, 'kind' | 'code'>): Promise<OpenMailLinkOutcome> => {
    const mail = await auth.checkMailCode(code)
    if (!('email' in mail)) return mail
    return mail.kind === kind ? { kind: 'ready', email: mail.email } : { kind: 'wrong-mail' }
  }
