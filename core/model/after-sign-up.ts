import type { JourneyState } from './journeys.ts'
import { isAnothers, withUser } from './data-owner.ts'
import { dropDraft } from './drafts.ts'
import type { ShownOrder } from './order.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { Profile } from './profile.ts'
import type { AccountJourney } from './routes.ts'

/** How the account was created, and what was asked for together with it. */
type SignUp = {
  readonly journey: AccountJourney
  /** Null when the admin API could not be reached. */
  readonly profile: Profile | null
  /** The order on the screen, in the journey where the card comes first; else null. */
  readonly order: ShownOrder | null
  /** Whether the visitor left that screen before the account was created. */
  readonly isScreenLeft: boolean
}

export type AfterSignUp = {
  readonly changes: SignUpChanges
  /** Whether the data on this device was another account's, and goes. */
  readonly isDataRemoved: boolean
  /** The order that starts the subscription now; null for none. */
  readonly order: ShownOrder | null
}

/** What follows once the user's account is created. */
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
      accountCreated: true,
      uncountedAccount: profile === null ? journey : null,
      ...dropDraft({ ...data, ...owned }, 'create-account'),
    },
    isDataRemoved,
    // Another's plan and card went with their data.
    order: isScreenLeft || isDataRemoved ? null : order,
  }
}

/** The journey of the account that can be counted now, since its profile is there; else null. */
export const uncountedAccount = ({ signUp, user, profile }: JourneyState): AccountJourney | null =>
  profile !== null && user?.id === signUp.accountId ? signUp.uncountedAccount : null
