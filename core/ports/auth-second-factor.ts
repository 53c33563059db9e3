/**
 * A phone that receives a code for signing in. The provider may hide part of `phone`, but not its
 * last digits.
 */
export type SecondFactor = { readonly id: string; readonly phone: string }

/** `failed`: the check could not confirm a person. */
export type PersonCheckOutcome = { readonly kind: 'passed' | 'failed' }

export type SendEnrolmentCodeOutcome = {
  readonly kind:
    | 'sent'
    | 'no-user'
    | 'unverified-email'
    | 'recent-login-required'
    | 'invalid-phone'
    | 'phone-taken'
    | 'check-failed'
    | 'too-many-requests'
}

/** `code-expired`: the code is too old, was used or replaced, or none was sent. */
export type EnrolOutcome = {
  readonly kind:
    | 'enrolled'
    | 'wrong-code'
    | 'code-expired'
    | 'no-user'
    | 'recent-login-required'
    | 'phone-taken'
    | 'too-many-requests'
}

export type RemoveSecondFactorOutcome = {
  readonly kind: 'removed' | 'no-user' | 'recent-login-required' | 'too-many-requests'
}

/** The second factor: a code by text message. Phones are E.164, such as `+442079460958`. */
export interface AuthSecondFactorPort {
  /** Prepares the invisible check for one use: `checkPerson` or one text message. */
  setUpVerifier(): Promise<void>
  /**
   * Throws "Recaptcha verifier not provided" without a verifier, as do all methods that use one up.
   */
  checkPerson(): Promise<PersonCheckOutcome>
  /** Asks the provider again; empty when nobody is signed in. */
  secondFactors(): Promise<readonly SecondFactor[]>
  /** Uses up a verifier. */
  sendEnrolmentCode(phone: string): Promise<SendEnrolmentCodeOutcome>
  /** Accepts the latest code sent. After a wrong one, another can be tried. */
  enrol(code: string): Promise<EnrolOutcome>
  /** Returns `removed` also when it had been removed already. */
  removeSecondFactor(id: string): Promise<RemoveSecondFactorOutcome>
}
