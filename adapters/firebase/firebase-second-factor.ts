import {
  getMultiFactorResolver,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reload,
} from 'firebase/auth'
import type {
  ApplicationVerifier,
  Auth,
  MultiFactorResolver,
  PhoneInfoOptions,
  PhoneMultiFactorInfo,
} from 'firebase/auth'
import { internalErrors } from '#core/model/internal-errors.ts'
import type { AuthPort } from '#core/ports/auth.ts'
import type {
  AuthSecondFactorPort,
  EnrolOutcome,
  RemoveSecondFactorOutcome,
  SecondFactor,
  SendEnrolmentCodeOutcome,
} from '#core/ports/auth-second-factor.ts'
import { codeOf, outcomeOf, throwPortError } from './firebase-errors.ts'
import type { FirebaseSession } from './firebase-session.ts'
import type { FirebaseVerifier } from './firebase-verifier.ts'

const checkKinds = {
  'auth/captcha-check-failed': 'check-failed',
  'auth/invalid-app-credential': 'check-failed',
  'auth/missing-app-credential': 'check-failed',
  'auth/invalid-recaptcha-token': 'check-failed',
  'auth/missing-recaptcha-token': 'check-failed',
} as const

const enrolmentCodeKinds = {
  ...checkKinds,
  'auth/unverified-email': 'unverified-email',
  'auth/requires-recent-login': 'recent-login-required',
  'auth/invalid-phone-number': 'invalid-phone',
  'auth/missing-phone-number': 'invalid-phone',
  'auth/second-factor-already-in-use': 'phone-taken',
} as const

const codeKinds = {
  'auth/invalid-verification-code': 'wrong-code',
  'auth/missing-code': 'wrong-code',
  'auth/missing-verification-code': 'wrong-code',
  'auth/code-expired': 'code-expired',
  'auth/invalid-verification-id': 'code-expired',
  'auth/missing-verification-id': 'code-expired',
} as const

const enrolKinds = {
  ...codeKinds,
  'auth/requires-recent-login': 'recent-login-required',
  'auth/second-factor-already-in-use': 'phone-taken',
} as const

const removalKinds = {
  'auth/multi-factor-info-not-found': 'removed',
  'auth/requires-recent-login': 'recent-login-required',
} as const

const pendingKinds = {
  'auth/invalid-multi-factor-session': 'sign-in-expired',
  'auth/missing-multi-factor-session': 'sign-in-expired',
  'auth/multi-factor-info-not-found': 'sign-in-expired',
} as const

const secondStepKinds = {
  ...codeKinds,
  ...pendingKinds,
  'auth/user-disabled': 'user-disabled',
} as const

type Parts = Pick<FirebaseSession, 'asUser' | 'recordSignIn'> & {
  readonly auth: Auth
  readonly verifier: FirebaseVerifier
}

const isPhone = (factor: object): factor is PhoneMultiFactorInfo => 'phoneNumber' in factor

const phonesOf = (factors: readonly object[]): readonly SecondFactor[] =>
  factors.filter(isPhone).map(({ uid, phoneNumber }) => ({ id: uid, phone: phoneNumber }))

/**
 * The second step needs the SDK's response to the password; `storeResolver` keeps it when that
 * response asks for a code.
 */
export type FirebaseSecondFactor = AuthSecondFactorPort &
  Pick<AuthPort, 'sendSignInCode' | 'confirmSignIn'> & {
    /**
     * The phone a code can be sent to, where the error says that signing in needs one; null for any
     * other error.
     */
    readonly storeResolver: (error: unknown) => { readonly phone: string } | null
    readonly clearResolver: () => void
  }

/** Whether the password was right but a second factor is needed. */
export const needsCode = (error: unknown): boolean =>
  codeOf(error) === 'auth/multi-factor-auth-required'

const assertionOf = (id: string, code: string) =>
  PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code))

export const createFirebaseSecondFactor = ({
  auth,
  asUser,
  recordSignIn,
  verifier,
}: Parts): FirebaseSecondFactor => {
  let resolver: MultiFactorResolver | null = null
  /** The latest message, by the provider's id, for enrolment and for sign-in. */
  let enrolment: { readonly id: string; readonly phone: string } | null = null
  let signInId: string | null = null

  const send = (options: PhoneInfoOptions, each: ApplicationVerifier): Promise<string> =>
    new PhoneAuthProvider(auth).verifyPhoneNumber(options, each)

  const requireResolver = (): MultiFactorResolver => {
    if (resolver === null) throw new Error(internalErrors.resolverMissing)
    return resolver
  }

  return {
    storeResolver: (error) => {
      if (!needsCode(error)) return null
      resolver = getMultiFactorResolver(auth, error as Parameters<typeof getMultiFactorResolver>[1])
      signInId = null
      const [phone] = phonesOf(resolver.hints)
      return phone ? { phone: phone.phone } : null
    },
    clearResolver: () => {
      resolver = null
      signInId = null
    },
    setUpVerifier: verifier.setUp,
    checkPerson: verifier.check,
    secondFactors: () =>
      asUser<readonly SecondFactor[]>(
        [],
        async (user) => {
          const factors = multiFactor(user)
          await reload(user)
          return phonesOf(factors.enrolledFactors)
        },
        throwPortError,
      ),
    sendEnrolmentCode: (phone) =>
      verifier.useUp((each) =>
        asUser<SendEnrolmentCodeOutcome>(
          { kind: 'no-user' },
          async (user) => {
            const session = await multiFactor(user).getSession()
            enrolment = { id: await send({ phoneNumber: phone, session }, each), phone }
            return { kind: 'sent' }
          },
          (error) => outcomeOf(error, enrolmentCodeKinds),
        ),
      ),
    enrol: (code) =>
      asUser<EnrolOutcome>(
        { kind: 'no-user' },
        async (user) => {
          if (enrolment === null) return { kind: 'code-expired' }
          if (code === '') return { kind: 'wrong-code' }
          const { id, phone } = enrolment
          const factors = multiFactor(user)
          try {
            await factors.enroll(assertionOf(id, code))
          } catch (error) {
            // The phone may be enrolled although the answer was lost.
            await reload(user)
            if (!phonesOf(factors.enrolledFactors).some((each) => each.phone === phone)) throw error
          }
          enrolment = null
          return { kind: 'enrolled' }
        },
        (error) => outcomeOf(error, enrolKinds),
      ),
    removeSecondFactor: (id) =>
      asUser<RemoveSecondFactorOutcome>(
        { kind: 'no-user' },
        async (user) => {
          await multiFactor(user).unenroll(id)
          return { kind: 'removed' }
        },
        (error) => outcomeOf(error, removalKinds),
      ),
    sendSignInCode: async () => {
      const stored = requireResolver()
      return verifier.useUp(async (each) => {
        try {
          const [factor] = phonesOf(stored.hints)
          const options = { multiFactorUid: factor?.id ?? '', session: stored.session }
          signInId = await send(options, each)
          return { kind: 'sent' }
        } catch (error) {
          return outcomeOf(error, { ...checkKinds, ...pendingKinds })
        }
      })
    },
    confirmSignIn: async (code) => {
      const stored = requireResolver()
      if (signInId === null) return { kind: 'code-expired' }
      if (code === '') return { kind: 'wrong-code' }
      try {
        const { user } = await stored.resolveSignIn(assertionOf(signInId, code))
        resolver = null
        signInId = null
        return { kind: 'signed-in', user: recordSignIn(user) }
      } catch (error) {
        return outcomeOf(error, secondStepKinds)
      }
    },
  }
}
