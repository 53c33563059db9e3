import { internalErrors } from '#core/model/internal-errors.ts'
import type { AuthPort } from '#core/ports/auth.ts'
import type { AuthSecondFactorPort } from '#core/ports/auth-second-factor.ts'
import { arrive, beginSession, ownAccount, reach } from './memory-identity.ts'
import type { Account, Browser, Provider } from './memory-identity.ts'

type Sent = { readonly phone: string; readonly code: string }

const isPhone = (phone: string) => /^\+[1-9]\d{6,14}$/.test(phone)

type MemorySecondFactor = AuthSecondFactorPort &
  Pick<AuthPort, 'sendSignInCode' | 'confirmSignIn'> & {
    readonly hold: (account: Account) => void
    readonly letGo: () => void
  }

/**
 * One tab's second factor; `hold` keeps the account, whose password was right, for the second step.
 */
export const createMemorySecondFactor = (
  provider: Provider,
  browser: Browser,
): MemorySecondFactor => {
  let isVerifierSetUp = false
  let held: Account | null = null
  let enrolment: Sent | null = null
  let signIn: Sent | null = null

  const useVerifierUp = () => {
    if (!isVerifierSetUp) throw new Error(internalErrors.verifierMissing)
    isVerifierSetUp = false
  }

  const requireHeld = (): Account => {
    if (held === null) throw new Error(internalErrors.resolverMissing)
    return held
  }

  const text = (phone: string): Sent => {
    const code = String(100_000 + provider.textMessages.length)
    provider.textMessages.push({ to: phone, code })
    return { phone, code }
  }

  return {
    hold: (account) => {
      held = account
      signIn = null
    },
    letGo: () => {
      held = null
      signIn = null
    },
    setUpVerifier: async () => {
      isVerifierSetUp = true
    },
    checkPerson: async () => {
      useVerifierUp()
      return { kind: provider.takesForBot ? 'failed' : 'passed' }
    },
    secondFactors: async () => {
      if (!browser.session) return []
      await reach(provider)
      return ownAccount(provider, browser)?.account.phones ?? []
    },
    sendEnrolmentCode: async (phone) => {
      useVerifierUp()
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (!own.session.isRecent) return { kind: 'recent-login-required' }
      if (!own.account.emailVerified) return { kind: 'unverified-email' }
      if (!isPhone(phone)) return { kind: 'invalid-phone' }
      if (own.account.phones.some((each) => each.phone === phone)) return { kind: 'phone-taken' }
      enrolment = text(phone)
      return { kind: 'sent' }
    },
    enrol: async (code) => {
      if (!browser.session) return { kind: 'no-user' }
      if (enrolment === null) return { kind: 'code-expired' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (enrolment.code !== code) return { kind: 'wrong-code' }
      const { phone } = enrolment
      own.account.phones = [
        ...own.account.phones.filter((each) => each.phone !== phone),
        { id: `phone-${provider.textMessages.length}`, phone },
      ]
      arrive(provider)
      enrolment = null
      return { kind: 'enrolled' }
    },
    removeSecondFactor: async (id) => {
      if (!browser.session) return { kind: 'no-user' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const own = ownAccount(provider, browser)
      if (!own) return { kind: 'no-user' }
      if (!own.session.isRecent) return { kind: 'recent-login-required' }
      own.account.phones = own.account.phones.filter((each) => each.id !== id)
      return { kind: 'removed' }
    },
    sendSignInCode: async () => {
      const account = requireHeld()
      useVerifierUp()
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      const [phone] = account.phones
      if (!phone || !provider.accounts.has(account.id)) return { kind: 'sign-in-expired' }
      signIn = text(phone.phone)
      return { kind: 'sent' }
    },
    confirmSignIn: async (code) => {
      const account = requireHeld()
      if (signIn === null) return { kind: 'code-expired' }
      if ((await reach(provider)) === 'throttling') return { kind: 'too-many-requests' }
      if (account.isDisabled) return { kind: 'user-disabled' }
      if (signIn.code !== code) return { kind: 'wrong-code' }
      held = null
      signIn = null
      return { kind: 'signed-in', user: beginSession(provider, browser, account) }
    },
  }
}
