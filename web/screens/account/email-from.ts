/**
 * The email that a link carries in the history entry's state, so that no URL contains it; empty
 * when there is none.
 */
export const emailFrom = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''

/**
 * Why a link leads to sign-in. Carried in the history entry's state, so that no URL can forge it.
 */
export type SignInNotice = 'password-changed' | 'sign-in-again'

export const noticeFrom = (state: unknown): SignInNotice | null => {
  const notice =
    typeof state === 'object' && state !== null && 'notice' in state ? state.notice : null
  return notice === 'password-changed' || notice === 'sign-in-again' ? notice : null
}
