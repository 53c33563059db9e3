import type { MailLink } from '#core/model/mail-link.ts'
import type { ApplyMailCodeOutcome, MailCode, MailCodeRefusal } from '#core/ports/auth-mail.ts'
import type { Ports } from '#core/ports/ports.ts'

export type MailLinkDone = 'email-changed' | 'email-recovered' | 'phone-removed'

export type OpenMailLinkOutcome =
  /** The link waits for the new password. */
  | { readonly kind: 'choose-password'; readonly email: string }
  /** Done; `email` is the address of the account from now on. */
  | { readonly kind: MailLinkDone; readonly email: string }
  /** The code is for something else than the link says. */
  | { readonly kind: 'wrong-mail' }
  | Exclude<ApplyMailCodeOutcome, { kind: 'applied' }>
  | MailCodeRefusal

const done: Readonly<Record<Exclude<MailCode['kind'], 'reset-password'>, MailLinkDone>> = {
  'verify-email': 'email-changed',
  'change-email': 'email-changed',
  'recover-email': 'email-recovered',
  'remove-second-factor': 'phone-removed',
}

/** Does what the link of an identity mail is for, once it is sure that its code is for that. Needs no session. */
export const openMailLink =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async ({ kind, code }: Pick<MailLink, 'kind' | 'code'>): Promise<OpenMailLinkOutcome> => {
    const mail = await auth.checkMailCode(code)
    if (!('email' in mail)) return mail
    if (mail.kind !== kind) return { kind: 'wrong-mail' }
    if (mail.kind === 'reset-password') return { kind: 'choose-password', email: mail.email }
    const outcome = await auth.applyMailCode(code)
    return outcome.kind === 'applied' ? { kind: done[mail.kind], email: mail.email } : outcome
  }
