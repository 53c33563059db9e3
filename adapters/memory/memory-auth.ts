import type { AuthPort } from '#core/ports/auth.ts'
import {
  arrive,
  beginSession,
  enter,
  find,
  follow,
  isEmail,
  MIN_PASSWORD,
  normal,
  ownAccount,
  post,
  reach,
  readdress,
  tokenOf,
  userOf,
} from './memory-identity.ts'
import type {
  Account,
  Browser,
  Listener,
  MemoryMail,
  MemoryTextMessage,
  Provider,
} from './memory-identity.ts'
import { createMemoryMailCodes } from './memory-mail-codes.ts'
import { createMemorySecondFactor } from './memory-second-factor.ts'

export type MemoryAuth = AuthPort & {
  /** Every mail sent, oldest first. */
  readonly mails: readonly MemoryMail[]
  /** Every text message sent, oldest first. */
  readonly textMessages: readonly MemoryTextMessage[]
  /** Opens the mail's link, which works once; by default, the latest mail's. */
  openMail(mail?: MemoryMail): void
  /** Makes the provider unavailable until `restore`. */
  fail(): void
  /** Lets the provider do what it is asked, but lose its answers, until `restore`. */
  loseAnswers(): void
  /** Makes the provider answer `too-many-requests` until `restore`. */
  throttle(): void
  restore(): void
  /** Makes the check treat everybody as a bot from now on. */
  takeForBot(): void
  /** Makes the last sign-in too old for a change of email or password. */
  ageSignIn(): void
  isSignInRecent(): boolean
  /** Gives the account another address and mails the old one, which can undo it. */
  moveEmail(email: string, next: string): void
  /** Deletes the account from outside the product. */
  removeAccount(email: string): void
  disableAccount(email: string): void
  /** Another tab of the same browser, or this one after a reload: it shares the session. */
  openTab(): MemoryAuth
  /** Another device: the same accounts, nobody signed in. */
  openBrowser(): MemoryAuth
}

/**
 * An identity provider in memory. With `enumerationProtection`, which real projects have, it does
 * not reveal who has an account.
 */
export const createMemoryAuth = ({ enumerationProtection = true } = {}): MemoryAuth =>
  openTab(
    {
      isEnumerationProtected: enumerationProtection,
      accounts: new Map(),
      mails: [],
      opened: new Set(),
      textMessages: [],
      state: 'up',
      takesForBot: false,
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
  get textMessages() {
    return [...provider.textMessages]
  },
})

const portOf = (provider: Provider, browser: Browser): AuthPort => {
  let isStateKnown = false
  /** The account that was created although the answer to this tab was lost. */
  let unanswered: Account | null = null
  const { hold, letGo, ...secondFactor } = createMemorySecondFactor(provider, browser)

  return {
    ...createMemoryMailCodes(provider),
    ...secondFactor,
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
      const existing = find(provider, email)
      if (existing && existing === unanswered && existing.password === password) {
        unanswered = null
        return { kind: 'created', user: beginSession(provider, browser, existing) }
      }
      if (existing) return { kind: 'email-taken' }
      if (password.length < MIN_PASSWORD) return { kind: 'weak-password' }
      const id = `user-${++provider.created}`
      const account = {
        id,
        email: normal(email),
        password,
        emailVerified: false,
        isDisabled: false,
        phones: [],
      }
      provider.accounts.set(id, account)
      unanswered = account
      arrive(provider)
      unanswered = null
      return { kind: 'created', user: beginSession(provider, browser, account) }
    },
    signIn: async ({ email, password }) => {
      letGo()
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (!isEmail(normal(email))) return { kind: 'user-not-found' }
      const account = find(provider, email)
      if (!account)
        return { kind: provider.isEnumerationProtected ? 'wrong-password' : 'user-not-found' }
      if (account.isDisabled) return { kind: 'user-disabled' }
      if (account.password !== password) return { kind: 'wrong-password' }
      const [phone] = account.phones
      if (phone) {
        hold(account)
        return { kind: 'code-required', phone: phone.phone }
      }
      return { kind: 'signed-in', user: beginSession(provider, browser, account) }
    },
    signOut: async () => {
      // As with real providers, the session ends only a moment after the call.
      await Promise.resolve()
      enter(browser, null)
    },
    sendPasswordReset: async (email) => {
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (normal(email) === '') return { kind: 'user-not-found' }
      const account = find(provider, email)
      if (account)
        post(provider, {
          kind: 'reset-password',
          to: account.email,
          returnUrl: null,
          userId: account.id,
        })
      return { kind: account || provider.isEnumerationProtected ? 'sent' : 'user-not-found' }
    },
    sendEmailVerification: async (returnUrl) => {
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      post(provider, {
        kind: 'verify-email',
        to: own.account.email,
        returnUrl,
        userId: own.account.id,
      })
      return { kind: 'sent' }
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
      if (own.account.phones.length > 0) return { kind: 'code-required' }
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
  loseAnswers: () => {
    provider.state = 'losing'
  },
  throttle: () => {
    provider.state = 'throttling'
  },
  takeForBot: () => {
    provider.takesForBot = true
  },
  restore: () => {
    provider.state = 'up'
  },
  ageSignIn: () => {
    if (browser.session) browser.session.isRecent = false
  },
  isSignInRecent: () => browser.session?.isRecent ?? false,
  moveEmail: (email: string, next: string) => {
    const account = find(provider, email)
    if (account) readdress(provider, account, normal(next))
  },
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
