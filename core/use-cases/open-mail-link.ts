import type { MailLink } from '#core/model/mail-link.ts'
import type { MailCodeRefusal } from '#core/ports/auth-mail.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'

export type OpenMailLinkOutcome =
  /** The link can be used. `email` is the address that its mail is about. */
  | { readonly kind: 'ready'; readonly email: string }
  /** The code is not for what the link says. */
  | { readonly kind: 'wrong-mail' }
  | MailCodeRefusal

/**
 * Tells whether the link of an identity mail can be used. Does not use it up, because mail scanners
 * open links too. Needs no session.
 */
export const openMailLink =
  ({ auth }: Pick<Ports, 'auth'>) =>
  async ({ kind, code }: Pick<MailLink, 'kind' | 'code'>): Promise<OpenMailLinkOutcome> => {
    const mail = await auth.checkMailCode(code)
    if (!('email' in mail)) return mail
    return mail.kind === kind ? { kind: 'ready', email: mail.email } : { kind: 'wrong-mail' }
  }

export type Confirmation = 'confirmed' | 'ready' | 'no-link' | 'link-invalid' | 'too-many-requests'

/**
 * Whether an email is confirmed or can be, judging by the opened link (null for none) and the user.
 * An invalid link counts as used if the user's email is verified.
 */
export const confirmationBy = (
  opened: OpenMailLinkOutcome | null,
  user: AuthUser | null,
): Confirmation => {
  const isVerified = user?.emailVerified === true
  switch (opened?.kind) {
    case undefined:
      return isVerified ? 'confirmed' : 'no-link'
    case 'ready':
      return isVerified && user.email === opened.email ? 'confirmed' : 'ready'
    case 'too-many-requests':
      return 'too-many-requests'
    case 'wrong-mail':
    case 'link-invalid':
    case 'link-expired':
    case 'user-disabled':
      return isVerified ? 'confirmed' : 'link-invalid'
  }
}

/**
 * Whether an email is confirmed after the opened link was used. A link that was used before also
 * counts if it is the signed-in user's and their email is verified.
 */
export const confirmationAfter = (
  outcome: 'confirmed' | 'link-invalid',
  user: AuthUser | null,
  isLinkOfAnother: boolean,
): 'confirmed' | 'link-invalid' => (user?.emailVerified && !isLinkOfAnother ? 'confirmed' : outcome)
