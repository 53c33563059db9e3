import type { MailCode } from '#core/ports/auth-mail.ts'
import { emailConfirmedPath } from './journeys.ts'
import { safeReturnTo } from './routes.ts'

/** What the link of an identity mail carries. */
export type MailLink = {
  readonly kind: MailCode['kind']
  readonly code: string
  /** The page of this site the mail was asked to lead on to; null for none. */
  readonly continueTo: string | null
}

const kinds: Readonly<Record<string, MailCode['kind']>> = {
  resetPassword: 'reset-password',
  verifyEmail: 'verify-email',
  verifyAndChangeEmail: 'change-email',
  recoverEmail: 'recover-email',
  revertSecondFactorAddition: 'remove-second-factor',
}

/** Path and query of an address on this site; null for any other. */
const samePath = (address: string, origin: string): string | null => {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.origin === origin ? safeReturnTo(url.pathname + url.search, '') || null : null
}

/**
 * Reads the query of the address that a mail of the identity provider leads to (`mode`, `oobCode`, `continueUrl`).
 * Null when the link is not whole. `origin` is this site's own.
 */
export const parseMailLink = (search: string, origin: string): MailLink | null => {
  const query = new URLSearchParams(search)
  const kind = kinds[query.get('mode') ?? '']
  const code = query.get('oobCode') ?? ''
  if (!kind || code === '') return null
  return { kind, code, continueTo: samePath(query.get('continueUrl') ?? '', origin) }
}

const confirmedPaths: readonly string[] = [emailConfirmedPath('sign-up'), emailConfirmedPath('enroll')]

/** Where a link is for that a page of its own already serves: the confirmation of a journey's email. Null: it stays here. */
export const forwardOf = ({ kind, code, continueTo }: MailLink): string | null => {
  const path = (continueTo ?? '').split('?')[0] ?? ''
  const isJourneys = confirmedPaths.includes(path)
  if (kind !== 'verify-email' && !(kind === 'change-email' && isJourneys)) return null
  return `${isJourneys ? path : emailConfirmedPath('sign-up')}?${new URLSearchParams({ oobCode: code })}`
}
