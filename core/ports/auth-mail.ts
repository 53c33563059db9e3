/** What the link of an identity mail carries. */
export type MailLink = {
  readonly kind: MailCode['kind']
  readonly code: string
  /**
   * The address to continue to, as it stands in the link: not to be trusted, since anybody can
   * write a link. Null if there is none.
   */
  readonly continueUrl: string | null
}

/** What the code of an identity mail is for, as the provider says. */
export type MailCode =
  | { readonly kind: 'reset-password' | 'verify-email'; readonly email: string }
  /** `email` becomes the address of the account. */
  | { readonly kind: 'change-email'; readonly email: string }
  /** Sent to the old address when the email was changed: `email` becomes the address again. */
  | { readonly kind: 'recover-email'; readonly email: string }
  /** Sent when a phone was added as second factor: removes it. */
  | { readonly kind: 'remove-second-factor'; readonly email: string }

/** `link-invalid`: used, withdrawn or malformed. `link-expired`: too old. */
export type MailCodeRefusal = {
  readonly kind: 'link-invalid' | 'link-expired' | 'user-disabled' | 'too-many-requests'
}

export type ApplyMailCodeOutcome =
  { readonly kind: 'applied' } | { readonly kind: 'email-taken' } | MailCodeRefusal

export type ResetPasswordOutcome = { readonly kind: 'reset' | 'weak-password' } | MailCodeRefusal

/**
 * Works with the codes in the links of identity mails. Needs no session: a mail may be opened on
 * any device. When a request is repeated because its answer was lost, and the code turns out to be
 * used, that counts as success.
 */
export interface AuthMailPort {
  /** Reads the query of a mail's link; null when a part is missing. */
  readMailLink(search: string): Promise<MailLink | null>
  /** Returns what a code is for, without using it up. */
  checkMailCode(code: string): Promise<MailCode | MailCodeRefusal>
  /** Does what the code is for. Not for `reset-password`, which needs the new password. */
  applyMailCode(code: string): Promise<ApplyMailCodeOutcome>
  /** Sets a new password, and ends the account's sessions. */
  resetPassword(code: string, password: string): Promise<ResetPasswordOutcome>
}
