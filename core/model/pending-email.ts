const normal = (email: string): string => email.trim().toLowerCase()

/** Whether both are one address, however they were typed. */
export const isSameEmail = (one: string, other: string | null): boolean =>
  other !== null && normal(one) === normal(other)

/** What is left to confirm of a pending address once `confirmed` was; empty for nothing. */
export const stillPending = (pendingEmail: string, confirmed: string | null): string =>
  isSameEmail(pendingEmail, confirmed) ? '' : pendingEmail

/** Whether a mail's link is for an account other than the user's; false while that is unknown. */
export const isLinkOfAnother = (
  linkEmail: string | null,
  user: { readonly email: string | null; readonly pendingEmail: string },
): boolean =>
  linkEmail !== null &&
  user.email !== null &&
  !isSameEmail(linkEmail, user.email) &&
  // The change of this user's own email may not have been seen yet.
  !isSameEmail(linkEmail, user.pendingEmail)
