import { PortUnavailable } from '#core/model/failures.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { SecondFactor } from '#core/ports/auth-second-factor.ts'

export type MemoryMail = {
  readonly kind: 'verify-email' | 'change-email' | 'recover-email' | 'reset-password'
  readonly to: string
  /** Null when no page was given: the link leads to the provider's own. */
  readonly returnUrl: string | null
  readonly userId: string
  /** The code in the mail's link. */
  readonly code: string
  /** The query of the mail's link. */
  readonly search: string
}

export type Account = {
  id: string
  email: string
  password: string
  emailVerified: boolean
  isDisabled: boolean
  phones: readonly SecondFactor[]
}
export type Session = {
  readonly accountId: string
  user: AuthUser
  token: string
  isRecent: boolean
}
export type Listener = (user: AuthUser | null) => void
export type Browser = { session: Session | null; readonly listeners: Set<Listener> }
/** A text message with a code. */
export type MemoryTextMessage = { readonly to: string; readonly code: string }
export type Provider = {
  readonly isEnumerationProtected: boolean
  readonly accounts: Map<string, Account>
  readonly mails: MemoryMail[]
  readonly opened: Set<MemoryMail>
  readonly textMessages: MemoryTextMessage[]
  state: 'up' | 'down' | 'losing' | 'throttling'
  takesForBot: boolean
  created: number
  tokens: number
}

export const MIN_PASSWORD = 6
export const isEmail = (email: string) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)
export const normal = (email: string) => email.trim().toLowerCase()

export const userOf = ({ id, email, emailVerified }: Account): AuthUser => ({
  id,
  email,
  emailVerified,
  providerData: [
    {
      providerId: 'password',
      uid: email,
      displayName: null,
      email,
      phoneNumber: null,
      photoURL: null,
    },
  ],
})

/** An unsigned JSON Web Token with the claims the admin API reads. */
export const tokenOf = (provider: Provider, account: Account): string =>
  [
    { alg: 'none', typ: 'JWT' },
    {
      sub: account.id,
      email: account.email,
      email_verified: account.emailVerified,
      firebase: { sign_in_provider: 'password' },
      jti: ++provider.tokens,
    },
  ]
    .map((part) =>
      btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    )
    .join('.') + '.'

export const find = (provider: Provider, email: string) =>
  [...provider.accounts.values()].find((account) => account.email === normal(email))

export const enter = (browser: Browser, session: Session | null) => {
  const before = browser.session?.accountId
  browser.session = session
  if (before !== session?.accountId)
    for (const listener of browser.listeners) listener(session?.user ?? null)
}

/**
 * Simulates a call: throws while the provider is unavailable, else returns whether it accepts
 * requests.
 */
export const reach = async (provider: Provider): Promise<'up' | 'throttling'> => {
  await Promise.resolve()
  if (provider.state === 'down')
    throw new PortUnavailable('auth', new Error('The identity provider does not answer.'))
  return provider.state === 'throttling' ? 'throttling' : 'up'
}

/** Throws while answers are lost, although the request has been carried out. */
export const arrive = ({ state }: Provider) => {
  if (state === 'losing') throw new PortUnavailable('auth', new Error('The answer was lost.'))
}

/** The signed-in user's account. Null, and the session ends, if the account is gone or disabled. */
export const ownAccount = (
  provider: Provider,
  browser: Browser,
): { account: Account; session: Session } | null => {
  const { session } = browser
  const account = session && provider.accounts.get(session.accountId)
  if (session && account && !account.isDisabled) return { account, session }
  enter(browser, null)
  return null
}

/** Gives the account another address; the mail to the old one can undo it. */
export const readdress = (provider: Provider, account: Account, email: string) => {
  post(provider, { kind: 'recover-email', to: account.email, returnUrl: null, userId: account.id })
  account.email = email
  account.emailVerified = false
}

/** Does what the mail's link is for, once. Returns whether it could. */
export const follow = (provider: Provider, mail: MemoryMail): boolean => {
  const account = provider.accounts.get(mail.userId)
  if (!account || provider.opened.has(mail)) return false
  provider.opened.add(mail)
  if (mail.kind === 'reset-password') return true
  if (mail.kind === 'change-email') readdress(provider, account, mail.to)
  account.email = mail.to
  account.emailVerified = true
  return true
}

export const post = (provider: Provider, mail: Omit<MemoryMail, 'code' | 'search'>) => {
  const code = `code-${provider.mails.length + 1}`
  const query = new URLSearchParams({
    mail: mail.kind,
    code,
    ...(mail.returnUrl !== null && { continueUrl: mail.returnUrl }),
  })
  provider.mails.push({ ...mail, code, search: `?${query}` })
}

export const beginSession = (provider: Provider, browser: Browser, account: Account): AuthUser => {
  const user = userOf(account)
  enter(browser, { accountId: account.id, user, token: tokenOf(provider, account), isRecent: true })
  return user
}
