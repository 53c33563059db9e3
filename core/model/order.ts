import type { ConfirmedCard } from './confirmed-card.ts'
import type { SignUpChanges } from './persisted-state.ts'
import type { Product, Promotion } from './plan.ts'
import type { Profile } from './profile.ts'
import type { AccountJourney } from './routes.ts'
import type { ShownTerms } from './subscription.ts'

/** What is ordered, as shown on the screen with the button. */
export type ShownOrder = {
  /** With the trial as it was shown. */
  readonly product: Product
  readonly promotion: Promotion | null
  readonly consent: ShownTerms
}

export type Order = ConfirmedCard & ShownOrder & { readonly journey: AccountJourney }

export const withoutPromotion: SignUpChanges = { stripePromotionCode: null }

/** Whether the visitor had a free trial elsewhere: in another account, or with the saved card. */
export type TrialHistory = {
  /** The signed-in user has had a trial in another account. */
  readonly hasHadTrial: boolean
  /** An order with the saved card was refused its trial. */
  readonly hasCardHadTrial: boolean
}

/** Whether a subscription would begin without free days, as far as is known. */
export const isTrialSpent = (
  profile: Pick<Profile, 'subscription'> | null,
  { hasHadTrial, hasCardHadTrial }: TrialHistory,
): boolean => Boolean(profile?.subscription) || hasHadTrial || hasCardHadTrial
