const normal = (email: string): string => email.trim().toLowerCase()

/** Whether both are the same address, ignoring case and surrounding spaces. */
export const isSameEmail = (one: string, other: string | null): boolean =>
  other !== null && normal(one) === normal(other)

/** The pending address, or an empty string if it is the `confirmed` one. */
export const stillPending = (pendingEmail: string, confirmed: string | null): string =>
  isSameEmail(pendingEmail, confirmed) ? '' : pendingEmail

/**
 * Whether the link in a mail belongs to an account other than the user's. False while that is
 * unknown.
 */
export const isLinkOfAnother = (
  linkEmail: string | null,
  user: { readonly email: string | null; readonly pendingEmail: string },
): boolean =>
  linkEmail !== null &&
  user.email !== null &&
  !isSameEmail(linkEmail, user.email) &&
  // This user's own change of email may not be visible yet.
  !isSameEmail(linkEmail, user.pendingEmail)
