import { PortUnavailable } from '#core/model/failures.ts'
import type { AuthPort, AuthUser } from '#core/ports/auth.ts'

export type MemoryMail = {
  readonly kind: 'verify-email' | 'change-email' | 'reset-password'
  readonly to: string
  /** Null for a reset: its link leads to the provider's own page. */
  readonly returnUrl: string | null
  readonly userId: string
  /** What its link carries. */
  readonly code: string
}

export type MemoryAuth = AuthPort & {
  /** Every mail sent, oldest first. */
  readonly mails: readonly MemoryMail[]
  /** Opens the mail's link, which works once; without a mail, the latest. */
  openMail(mail?: MemoryMail): void
  /** The provider is out of reach until `restore`. */
  fail(): void
  /** The provider answers that there were too many requests until `restore`. */
  throttle(): void
  restore(): void
  /** The last sign-in is too long ago for a change of email or password. */
  ageSignIn(): void
  isSignInRecent(): boolean
  /** Puts an end to the account from the outside. */
  removeAccount(email: string): void
  disableAccount(email: string): void
  /** Another tab of the same browser, or this one after a reload: it shares the session. */
  openTab(): MemoryAuth
  /** Another device: the same accounts, nobody signed in. */
  openBrowser(): MemoryAuth
}

type Account = { id: string; email: string; password: string; emailVerified: boolean; isDisabled: boolean }
type Session = { readonly accountId: string; user: AuthUser; token: string; isRecent: boolean }
type Listener = (user: AuthUser | null) => void
type Browser = { session: Session | null; readonly listeners: Set<Listener> }
type Provider = {
  readonly isEnumerationProtected: boolean
  readonly accounts: Map<string, Account>
  readonly mails: MemoryMail[]
  readonly opened: Set<MemoryMail>
  state: 'up' | 'down' | 'throttling'
  created: number
  tokens: number
}

const MIN_PASSWORD = 6
const isEmail = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
const normal = (email: string) => email.trim().toLowerCase()

const userOf = ({ id, email, emailVerified }: Account): AuthUser => ({
  id,
  email,
  emailVerified,
  providerData: [{ providerId: 'password' }],
})

/** An unsigned JSON Web Token with the claims the admin API reads. */
const tokenOf = (provider: Provider, account: Account): string =>
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
    .map((part) => btoa(JSON.stringify(part)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''))
    .join('.') + '.'

/** An identity provider in memory. With `enumerationProtection`, as real projects have it, it does not tell who has an account. */
export const createMemoryAuth = ({ enumerationProtection = true } = {}): MemoryAuth =>
  openTab(
    {
      isEnumerationProtected: enumerationProtection,
      accounts: new Map(),
      mails: [],
      opened: new Set(),
      state: 'up',
      created: 0,
      tokens: 0,
    },
    { session: null, listeners: new Set() },
  )

const openTab = (provider: Provider, browser: Browser): MemoryAuth => ({
  ...portOf(provider, browser),
  ...controlsOf(provider, browser),
  // A getter would be read once by the spread above.
  get mails() {
    return [...provider.mails]
  },
})

const find = (provider: Provider, email: string) =>
  [...provider.accounts.values()].find((account) => account.email === normal(email))

const enter = (browser: Browser, session: Session | null) => {
  const before = browser.session?.accountId
  browser.session = session
  if (before !== session?.accountId) for (const listener of browser.listeners) listener(session?.user ?? null)
}

/** One call of the provider: refused when it is out of reach, else whether it takes requests. */
const reach = async (provider: Provider): Promise<'up' | 'throttling'> => {
  await Promise.resolve()
  if (provider.state === 'down') throw new PortUnavailable('auth', new Error('The identity provider does not answer.'))
  return provider.state
}

/** The signed-in user's account; ends the session when the provider no longer has it. */
const ownAccount = (provider: Provider, browser: Browser): { account: Account; session: Session } | null => {
  const { session } = browser
  const account = session && provider.accounts.get(session.accountId)
  if (session && account && !account.isDisabled) return { account, session }
  enter(browser, null)
  return null
}

/** Does what the mail's link is for, once; whether it could. */
const follow = (provider: Provider, mail: MemoryMail): boolean => {
  const account = provider.accounts.get(mail.userId)
  if (!account || provider.opened.has(mail)) return false
  provider.opened.add(mail)
  if (mail.kind === 'reset-password') return true
  account.email = mail.to
  account.emailVerified = true
  return true
}

const post = (provider: Provider, mail: Omit<MemoryMail, 'code'>) =>
  provider.mails.push({ ...mail, code: `code-${provider.mails.length + 1}` })

const beginSession = (provider: Provider, browser: Browser, account: Account): AuthUser => {
  const user = userOf(account)
  enter(browser, { accountId: account.id, user, token: tokenOf(provider, account), isRecent: true })
  return user
}

const portOf = (provider: Provider, browser: Browser): AuthPort => {
  let isStateKnown = false

  return {
    currentUser: async () => {
      if (browser.session && !isStateKnown) {
        await reach(provider)
        const own = ownAccount(provider, browser)
        if (own) own.session.user = userOf(own.account)
      }
      isStateKnown = true
      return browser.session?.user ?? null
    },
    onUserChanged: (listener) => {
      const own: Listener = (user) => listener(user)
      browser.listeners.add(own)
      return () => void browser.listeners.delete(own)
    },
    createAccount: async ({ email, password }) => {
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (!isEmail(normal(email))) return { kind: 'invalid-email' }
      if (find(provider, email)) return { kind: 'email-taken' }
      if (password.length < MIN_PASSWORD) return { kind: 'weak-password' }
      const id = `user-${++provider.created}`
      const account = { id, email: normal(email), password, emailVerified: false, isDisabled: false }
      provider.accounts.set(id, account)
      return { kind: 'created', user: beginSession(provider, browser, account) }
    },
    signIn: async ({ email, password }) => {
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (!isEmail(normal(email))) return { kind: 'user-not-found' }
      const account = find(provider, email)
      if (!account) return { kind: provider.isEnumerationProtected ? 'wrong-password' : 'user-not-found' }
      if (account.isDisabled) return { kind: 'user-disabled' }
      if (account.password !== password) return { kind: 'wrong-password' }
      return { kind: 'signed-in', user: beginSession(provider, browser, account) }
    },
    signOut: async () => enter(browser, null),
    sendPasswordReset: async (email) => {
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (normal(email) === '') return { kind: 'user-not-found' }
      const account = find(provider, email)
      if (account) post(provider, { kind: 'reset-password', to: account.email, returnUrl: null, userId: account.id })
      return { kind: account || provider.isEnumerationProtected ? 'sent' : 'user-not-found' }
    },
    sendEmailVerification: async (returnUrl) => {
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      post(provider, { kind: 'verify-email', to: own.account.email, returnUrl, userId: own.account.id })
      return { kind: 'sent' }
    },
    confirmEmail: async (code) => {
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const mail = provider.mails.find((each) => each.code === code && each.kind !== 'reset-password')
      return { kind: mail && follow(provider, mail) ? 'confirmed' : 'link-invalid' }
    },
    reload: async () => {
      if (!browser.session) return null
      await reach(provider)
      const own = ownAccount(provider, browser)
      if (!own) return null
      own.session.user = userOf(own.account)
      return own.session.user
    },
    changeEmail: async (email, returnUrl) => {
      if (!browser.session) return { kind: 'no-user' }
      if (!isEmail(normal(email))) return { kind: 'invalid-email' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (!own.session.isRecent) return { kind: 'recent-login-required' }
      if (find(provider, email)) return { kind: 'email-taken' }
      post(provider, { kind: 'change-email', to: normal(email), returnUrl, userId: own.account.id })
      return { kind: 'sent' }
    },
    changePassword: async (password) => {
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (password.length < MIN_PASSWORD) return { kind: 'weak-password' }
      if (!own.session.isRecent) return { kind: 'recent-login-required' }
      own.account.password = password
      return { kind: 'changed' }
    },
    reauthenticate: async (password) => {
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (own.account.password !== password) return { kind: 'wrong-password' }
      own.session.isRecent = true
      return { kind: 'reauthenticated' }
    },
    idToken: async ({ fresh = false } = {}) => {
      if (!browser.session) return null
      if (!fresh) return browser.session.token
      await reach(provider)
      const own = ownAccount(provider, browser)
      if (!own) return null
      own.session.token = tokenOf(provider, own.account)
      return own.session.token
    },
  }
}

const controlsOf = (provider: Provider, browser: Browser) => ({
  openMail: (mail = provider.mails.at(-1)) => {
    if (!mail || !follow(provider, mail)) throw new Error('The link is not valid.')
  },
  fail: () => {
    provider.state = 'down'
  },
  throttle: () => {
    provider.state = 'throttling'
  },
  restore: () => {
    provider.state = 'up'
  },
  ageSignIn: () => {
    if (browser.session) browser.session.isRecent = false
  },
  isSignInRecent: () => browser.session?.isRecent ?? false,
  removeAccount: (email: string) => {
    const account = find(provider, email)
    if (account) provider.accounts.delete(account.id)
  },
  disableAccount: (email: string) => {
    const account = find(provider, email)
    if (account) account.isDisabled = true
  },
  openTab: () => openTab(provider, browser),
  openBrowser: () => openTab(provider, { session: null, listeners: new Set() }),
})
