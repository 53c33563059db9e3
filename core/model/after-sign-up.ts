import type { JourneyState } from './journeys.ts'
import { isAnothers, withUser } from './data-owner.ts'
import { dropDraft } from './drafts.ts'
import type { ShownOrder } from './order.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { Profile } from './profile.ts'
import type { AccountJourney } from './routes.ts'

/** How the account was created, and what was ordered with it. */
type SignUp = {
  readonly journey: AccountJourney
  /** Null when the admin API could not be reached. */
  readonly profile: Profile | null
  /** The order on the screen, in the journey where the card comes first; otherwise null. */
  readonly order: ShownOrder | null
  /** Whether the visitor left that screen before the account was created. */
  readonly isScreenLeft: boolean
}

export type AfterSignUp = {
  readonly changes: SignUpChanges
  /** Whether the data on this device belonged to another account and is removed. */
  readonly isDataRemoved: boolean
  /** The order that starts the subscription now; null for none. */
  readonly order: ShownOrder | null
}

/** The changes after signing in. Once there is an account, create-account offers to sign in. */
export const afterSignIn: SignUpChanges = { accountCreated: true }

/** What follows once the user's account has been created. */
export const afterSignUp = (
  data: SignUpData,
  userId: string,
  { journey, profile, order, isScreenLeft }: SignUp,
): AfterSignUp => {
  const isDataRemoved = isAnothers(data, userId)
  const owned = withUser(data, userId)
  return {
    changes: {
      ...owned,
      ...afterSignIn,
      uncountedAccount: profile === null ? journey : null,
      ...dropDraft({ ...data, ...owned }, 'create-account'),
    },
    isDataRemoved,
    // Another user's plan and card are removed with their data.
    order: isScreenLeft || isDataRemoved ? null : order,
  }
}

/**
 * The journey whose `account_created` can be tracked, now that the profile has loaded; else null.
 */
export const uncountedAccount = ({ signUp, user, profile }: JourneyState): AccountJourney | null =>
  profile !== null && user?.id === signUp.accountId ? signUp.uncountedAccount : null
