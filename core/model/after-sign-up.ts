import type { JourneyState } from './journeys.ts'
import { dropDraft } from './drafts.ts'
import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { Profile } from './profile.ts'
import type { AccountJourney } from './routes.ts'

/**
 * The changes after signing in. They tell create-account to offer sign-in, since an account exists.
 */
export const afterSignIn: SignUpChanges = { accountCreated: true }

/**
 * The changes once the user's account has been created. `profile` is null when the admin API could
 * not be reached.
 */
export const afterSignUp = (
  data: SignUpData,
  journey: AccountJourney,
  profile: Profile | null,
): SignUpChanges => ({
  ...afterSignIn,
  uncountedAccount: profile === null ? journey : null,
  ...dropDraft(data, 'create-account'),
})

/**
 * The journey whose `account_created` can be tracked, now that the profile has loaded; else null.
 */
export const uncountedAccount = ({ signUp, user, profile }: JourneyState): AccountJourney | null =>
  profile !== null && user?.id === signUp.accountId ? signUp.uncountedAccount : null
