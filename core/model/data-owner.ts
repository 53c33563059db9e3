import { emptySignUpData } from './persisted-state.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'

/** Whether the data of this device belongs to an account other than the user's. */
export const isAnothers = ({ accountId }: SignUpData, userId: string): boolean =>
  accountId !== null && accountId !== userId

/**
 * The changes once somebody has signed in: what was answered before anybody had becomes theirs,
 * and what is another's goes.
 */
export const withUser = (data: SignUpData, userId: string): SignUpChanges => ({
  ...(isAnothers(data, userId) && emptySignUpData),
  accountId: userId,
})

/**
 * Whether a page still shows the user whom the other tabs have, by what these stored: whose data it
 * is, and whether anybody is signed in.
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
