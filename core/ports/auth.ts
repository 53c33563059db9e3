import type { AuthMailPort } from './auth-mail.ts'
import type { AuthSecondFactorPort } from './auth-second-factor.ts'

export type ProviderData = {
  readonly providerId: string
  /** The user's id with that provider. */
  readonly uid: string
  readonly displayName: string | null
  readonly email: string | null
  readonly phoneNumber: string | null
  readonly photoURL: string | null
}

export type AuthUser = {
  readonly id: string
  readonly email: string | null
  readonly emailVerified: boolean
  /** One entry per way of signing in, as the provider gives it. */
  readonly providerData: readonly ProviderData[]
}

export type Credentials = { readonly email: string; readonly password: string }

export type CreateAccountOutcome =
  | { readonly kind: 'created'; readonly user: AuthUser }
  | { readonly kind: 'email-taken' | 'invalid-email' | 'weak-password' | 'too-many-requests' }

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: AuthUser }
  /**
   * The password is right. `phone` names, by its last digits, where a code can be sent: see
   * `sendSignInCode`.
   */
  | { readonly kind: 'code-required'; readonly phone: string }
  | { readonly kind: 'wrong-password' | 'user-not-found' | 'user-disabled' | 'too-many-requests' }

/** `sign-in-expired`: the password was entered too long ago, so signing in starts over. */
export type SendSignInCodeOutcome = {
  readonly kind: 'sent' | 'sign-in-expired' | 'check-failed' | 'too-many-requests'
}

export type SecondStepOutcome =
  | { readonly kind: 'signed-in'; readonly user: AuthUser }
  | {
      readonly kind:
        'wrong-code' | 'code-expired' | 'sign-in-expired' | 'user-disabled' | 'too-many-requests'
    }

export type SendOutcome = { readonly kind: 'sent' | 'no-user' | 'too-many-requests' }

export type ChangeEmailOutcome = {
  readonly kind:
    | 'sent'
    | 'no-user'
    | 'recent-login-required'
    | 'email-taken'
    | 'invalid-email'
    | 'too-many-requests'
}

/**
 * `code-required`: the password is right, but only signing in with the code too makes the session
 * recent.
 */
export type ReauthenticateOutcome = {
  readonly kind:
    'reauthenticated' | 'code-required' | 'wrong-password' | 'no-user' | 'too-many-requests'
}

export type ChangePasswordOutcome = {
  readonly kind:
    'changed' | 'no-user' | 'recent-login-required' | 'weak-password' | 'too-many-requests'
}

export type PasswordResetOutcome = {
  readonly kind: 'sent' | 'user-not-found' | 'too-many-requests'
}

/**
 * The identity provider. Anonymous users count as nobody. Emails are trimmed and lower-cased by the
 * provider's rules. Every method throws `PortUnavailable` when the provider cannot be reached.
 */
export interface AuthPort extends AuthMailPort, AuthSecondFactorPort {
  /**
   * Resolves once the state is known; null when nobody is signed in. Needs no SDK when no session
   * is stored.
   */
  currentUser(): Promise<AuthUser | null>
  /**
   * Calls back on every sign-in and sign-out, including those in other tabs. Returns a function
   * that stops it.
   */
  onUserChanged(listener: (user: AuthUser | null) => void): () => void
  createAccount(credentials: Credentials): Promise<CreateAccountOutcome>
  signIn(credentials: Credentials): Promise<SignInOutcome>
  /**
   * Uses up a verifier. Throws "Resolver is missing. Set it up first." unless `signIn` answered
   * `code-required`, and so does `confirmSignIn`.
   */
  sendSignInCode(): Promise<SendSignInCodeOutcome>
  /** Accepts the latest code sent. After a wrong one, another can be tried. */
  confirmSignIn(code: string): Promise<SecondStepOutcome>
  signOut(): Promise<void>
  /** With enumeration protection on, an unknown address is answered `sent` too. */
  sendPasswordReset(email: string): Promise<PasswordResetOutcome>
  /** `returnUrl` is absolute: where the mail's link leads after confirming. */
  sendEmailVerification(returnUrl: string): Promise<SendOutcome>
  /** Asks the provider again; null when the session has ended (deleted, disabled, revoked). */
  reload(): Promise<AuthUser | null>
  /** Mails the new address; the email changes once its link is opened. */
  changeEmail(email: string, returnUrl: string): Promise<ChangeEmailOutcome>
  /** Keeps this session. */
  changePassword(password: string): Promise<ChangePasswordOutcome>
  reauthenticate(password: string): Promise<ReauthenticateOutcome>
  /**
   * Null when nobody is signed in. `fresh` asks the provider even if a cached token is still valid.
   */
  idToken(options?: { readonly fresh?: boolean }): Promise<string | null>
}
