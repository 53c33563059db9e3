import type { MailCode } from '#core/ports/auth-mail.ts'
import { emailConfirmedPath } from './journeys.ts'
import { safeReturnTo } from './routes.ts'

/** What a link in a mail of the identity provider carries. */
export type MailLink = {
  readonly kind: MailCode['kind']
  readonly code: string
  /** The page of this site to continue to, as named when the mail was requested; null for none. */
  readonly continueTo: string | null
  /** The page that handles this link when it is not the mail-link page itself; else null. */
  readonly forwardTo: string | null
}

/** Whether following the link changes the account's address. */
export const changesEmail = (kind: MailLink['kind']): boolean =>
  kind === 'change-email' || kind === 'recover-email'

/** Path and query of an address on this site; null for any other. */
export const samePath = (address: string, origin: string): string | null => {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.origin === origin ? safeReturnTo(url.pathname + url.search, '') || null : null
}

const confirmedPaths: readonly string[] = [
  emailConfirmedPath('sign-up'),
  emailConfirmedPath('enroll'),
]

/**
 * The email-confirmed page that handles the link: that of its journey or, for a verification mail
 * without one, that of the sign-up. Null for other links.
 */
export const confirmationPathOf = (
  kind: MailCode['kind'],
  continueTo: string | null,
): string | null => {
  const path = confirmedPaths.find(
    (each) => continueTo === each || continueTo?.startsWith(`${each}?`),
  )
  if (path !== undefined && kind === 'change-email') return path
  return kind === 'verify-email' ? (path ?? emailConfirmedPath('sign-up')) : null
}
