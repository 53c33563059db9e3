import type { AuthPort, AuthUser } from '#core/ports/auth.ts'
import type { Eventual } from '#tests/support/remote-port.ts'

/** One tab of a browser, listening for changes since it was opened. */
export type AuthTab = Eventual<Omit<AuthPort, 'onUserChanged'>> & {
  /** The emails the listener was called with, null for a sign-out. */
  heard(): Promise<readonly (string | null)[]> | readonly (string | null)[]
}

export type AuthHarness = {
  /** Another tab of the first browser, or the same tab after a reload. */
  openTab(): Promise<AuthTab>
  /** Another device. */
  openBrowser(): Promise<AuthTab>
  /**
   * Where the links of the mails sent to this address lead, oldest first; null for the provider's
   * own page.
   */
  mailsTo(email: string): Promise<readonly (string | null)[]>
  openLatestMail(email: string): Promise<void>
  /** The code in the link of the latest mail to this address. */
  latestCode(email: string): Promise<string>
  /** The query of that link. */
  latestLink(email: string): Promise<string>
  /** Changes the account's email in a way that sends a mail to the old one, which can undo it. */
  moveEmail(email: string, next: string): Promise<void>
  /** The code in the latest text message to this phone. */
  latestTextCode(phone: string): Promise<string>
  removeAccount(email: string): Promise<void>
  disableAccount(email: string): Promise<void>
  /** Makes the last sign-in too old for what needs a recent one. */
  ageSignIn(tab: AuthTab): void
  fail(): void
  /** Makes the provider carry out each request but lose its response. */
  loseAnswers(): void
  throttle(): void
  restore(): void
}

export const returnUrl = 'http://localhost:8000/sign-up/email-confirmed'
export const password = 'Calm-Lake-1'

let visitors = 0
export const anEmail = () => `visitor-${process.pid}-${++visitors}@example.com`

/** What a part of the suite works with; the first tab's email has no account until `signUp`. */
export type AuthScene = {
  readonly harness: AuthHarness
  readonly tab: AuthTab
  readonly email: string
  readonly signUp: (address?: string) => Promise<AuthUser>
}
