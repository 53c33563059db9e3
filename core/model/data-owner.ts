import { emptySignUpData } from './persisted-state.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'

/** Whether the data on this device belongs to an account other than the user's. */
export const isAnothers = ({ accountId }: SignUpData, userId: string): boolean =>
  accountId !== null && accountId !== userId

/**
 * The changes when a user signs in: answers given before belong to the user now, and data of
 * another account is removed.
 */
export const withUser = (data: SignUpData, userId: string): SignUpChanges => ({
  ...(isAnothers(data, userId) && emptySignUpData),
  accountId: userId,
})

/**
 * Whether this page's user is still the one in the other tabs, judging by what they have stored.
 */
export const hasSameUser = ({
  user,
  data,
  isSignedIn,
}: {
  readonly user: { readonly id: string } | null
  readonly data: Pick<SignUpData, 'accountId'>
  readonly isSignedIn: boolean
}): boolean => (user ? data.accountId === user.id : !isSignedIn)
