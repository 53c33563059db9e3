import type { FieldError } from '#core/model/failures.ts'
import type { Invoice } from '#core/model/invoice.ts'
import type { ConfirmedCard } from '#core/model/confirmed-card.ts'
import type { Money } from '#core/model/money.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import type { PlanId, Product, Promotion } from '#core/model/plan.ts'
import type { ShownTerms, Subscription } from '#core/model/subscription.ts'
import type { Diagnosis, DiagnosisResult, Profile, ProfileChanges } from '#core/model/profile.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'

export type AssessmentSubmission = {
  readonly kind: DiagnosisKind
  readonly version: string
  readonly answers: Answers
}

/** RevenueCat v1's subscriber, as far as the site reads it. */
export type Subscriber = {
  readonly entitlements: Readonly<
    Record<string, { readonly expires_date: string | null; readonly product_identifier: string }>
  >
  readonly subscriptions: Readonly<Record<string, { readonly expires_date: string | null }>>
  readonly first_seen: string
}

export type Offers = {
  readonly products: readonly Product[]
  readonly subscriber: Subscriber | null
  /**
   * Whether a subscription would start with its free trial, as far as is known without the card.
   */
  readonly trialEligible: boolean
}

export type SetupIntent = {
  readonly id: string
  readonly clientSecret: string
  readonly customerId: string
}

export type RateLimited = { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }
export type Invalid = { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }

export type CalculateOutcome =
  { readonly kind: 'calculated'; readonly result: DiagnosisResult } | Invalid | RateLimited

/** `too-many`: the account holds as many as it can. */
export type SaveDiagnosisOutcome =
  | { readonly kind: 'saved'; readonly diagnosis: Diagnosis }
  | { readonly kind: 'too-many' }
  | Invalid

/**
 * A page of the user's diagnoses, newest first. `nextCursor` requests the next page; null on the
 * last.
 */
export type DiagnosisPage = {
  readonly items: readonly Diagnosis[]
  readonly nextCursor: string | null
}

export type UpdateProfileOutcome = { readonly kind: 'updated'; readonly profile: Profile } | Invalid

export type SetupIntentRequest = {
  readonly billingEmail: string
  /**
   * Where the card is entered: a visitor's card from the quick journey can be used before the email
   * is verified. Omitted outside the journeys, where a subscriber replaces a card.
   */
  readonly journey?: AccountJourney
  /**
   * A token of the challenge port. A visitor without an account needs one where the server asks for
   * it.
   */
  readonly challengeToken?: string
}

export type CreateSetupIntentOutcome =
  | { readonly kind: 'created'; readonly setupIntent: SetupIntent }
  /**
   * The challenge does not show that a person is asking, or its token is missing, used or too old.
   */
  | { readonly kind: 'challenge-failed' }
  | Invalid
  | RateLimited

/** `used-before`: each person can use it once, and this one has; known only after an order. */
export type PromotionRefusal =
  'unknown' | 'expired' | 'used-up' | 'not-for-this-plan' | 'used-before'

export type CheckPromotionOutcome =
  | { readonly kind: 'applies'; readonly promotion: Promotion }
  | { readonly kind: PromotionRefusal }
  | RateLimited

export type SubscriptionOrder = {
  readonly productId: string
  readonly paymentMethodId: string
  readonly setupIntentId: string
  /** Proves that the card was entered in this browser. */
  readonly setupIntentClientSecret: string
  readonly promotionCodeId?: string
  /**
   * The trial that the visitor was shown. If it is not available, nothing is ordered. Omitted when
   * no trial was promised.
   */
  readonly expectedTrialDays?: number
  /** The plan's price that the visitor was shown. If it has changed, nothing is ordered. */
  readonly expectedPrice?: Money
  /**
   * In the quick journey, a card entered before the account existed can be used for an order
   * although the email is not verified yet.
   */
  readonly journey: AccountJourney
  /**
   * Stored with the subscription. It does not identify the order: when an order is repeated, the
   * consent of the request that started the subscription is kept.
   */
  readonly consent: ShownTerms
}

export type CreateSubscriptionOutcome =
  | { readonly kind: 'created' | 'already-subscribed'; readonly subscription: Subscription }
  | { readonly kind: 'declined'; readonly declineCode: string | null; readonly message: string }
  | { readonly kind: 'action-required'; readonly clientSecret: string }
  | { readonly kind: 'email-unverified' }
  /** The user has a subscription to another plan; it is in the profile. */
  | { readonly kind: 'other-plan-active' }
  /**
   * The card or the mailbox has had its trial, and one was expected. Nothing was created or
   * charged.
   */
  | { readonly kind: 'trial-unavailable' }
  /** The plan does not cost the expected price. Nothing was created or charged. */
  | { readonly kind: 'price-changed' }
  /**
   * The promotion has ended or been used up since it was checked, or this person has used it
   * before.
   */
  | { readonly kind: 'promotion-refused'; readonly reason: PromotionRefusal }
  /** The card was entered too long ago and has to be entered again. */
  | { readonly kind: 'setup-intent-expired' }
  | Invalid

/** `ended`: it has already ended, or is not the user's. */
export type ChangeSubscriptionOutcome =
  { readonly kind: 'changed'; readonly subscription: Subscription } | { readonly kind: 'ended' }

export type CardReplacement = ConfirmedCard & {
  /** The amount due now, as shown to the visitor; null for nothing. More is not charged. */
  readonly expectedDue?: Money | null
}

export type ReplaceCardOutcome =
  /** The new card is charged from now on. If there was an open invoice, the card has paid it. */
  | { readonly kind: 'replaced'; readonly subscription: Subscription }
  /** The new card could not pay the open invoice; the previous card stays. */
  | { readonly kind: 'declined'; readonly declineCode: string | null; readonly message: string }
  | { readonly kind: 'action-required'; readonly clientSecret: string }
  /** The amount due is not the expected one. Nothing was charged, and the previous card stays. */
  | { readonly kind: 'due-changed' }
  /** The subscription has ended, or is not the user's. */
  | { readonly kind: 'ended' }
  /** The card was entered too long ago and has to be entered again. */
  | { readonly kind: 'setup-intent-expired' }
  | Invalid

/**
 * `not-changeable`: a payment is failing, a new period has not been charged yet, the subscription
 * is cancelled, or the new plan is the current one or not offered.
 */
export type PreviewPlanChangeOutcome =
  | { readonly kind: 'previewed'; readonly preview: PlanChangePreview }
  | { readonly kind: 'not-changeable' }
  /** The subscription has ended, or is not the user's. */
  | { readonly kind: 'ended' }

/** A previewed change, with the consent to it where one is needed. */
export type PlanChangeOrder = Pick<PlanChangePreview, 'id' | 'productId'> & {
  readonly consent?: ShownTerms
}

export type ChangePlanOutcome =
  /** The plan is changed, or its change is pending. What is due today is paid. */
  | { readonly kind: 'changed'; readonly subscription: Subscription }
  /** The card could not pay what is due today; the plan stays as it was. */
  | { readonly kind: 'declined'; readonly declineCode: string | null; readonly message: string }
  | { readonly kind: 'action-required'; readonly clientSecret: string }
  /** The change would no longer do what the preview showed. Nothing was changed or charged. */
  | { readonly kind: 'preview-stale' }
  | { readonly kind: 'not-changeable' }
  /** The subscription has ended, or is not the user's. */
  | { readonly kind: 'ended' }

export type WithdrawOutcome =
  /** The subscription has ended, and what was charged is being refunded to the card. */
  | { readonly kind: 'withdrawn'; readonly subscription: Subscription; readonly refunded: Money }
  /** The time to withdraw is over, or nothing was charged. Nothing was ended or refunded. */
  | { readonly kind: 'withdrawal-over' }
  | { readonly kind: 'recent-login-required' }
  /** The subscription is not the user's. */
  | { readonly kind: 'ended' }

/** A link that opens the app with the user's plan, once. */
export type AppClaim = {
  readonly url: string
  /** RFC 3339. */
  readonly expiresAt: string
}

export type AppClaimOutcome = { readonly kind: 'created'; readonly claim: AppClaim } | RateLimited

/** A result for the server to score and mail, or a link back to the sign-up. */
export type Mailing = AssessmentSubmission | { readonly kind: 'finish_later' }

export type MailingRequest = Mailing & {
  /** The recipient's address. */
  readonly email: string
  /** A token of the challenge port. Everybody needs one where the server asks for it. */
  readonly challengeToken?: string
}

export type SendMailingOutcome =
  /** The mail will be sent, unless the same one went to the same mailbox within a day. */
  | { readonly kind: 'accepted' }
  /**
   * The challenge does not show that a person is asking, or its token is missing, used or too old.
   */
  | { readonly kind: 'challenge-failed' }
  | Invalid
  | RateLimited

/** Everything stored about the user, downloaded as it is: the site does not read it. */
export type AccountExport = Readonly<Record<string, unknown>>

export type ExportAccountOutcome =
  { readonly kind: 'exported'; readonly everything: AccountExport } | RateLimited

export type DeleteAccountOutcome = { readonly kind: 'deleted' | 'recent-login-required' }

/**
 * The product's own server. Every method throws `PortUnavailable` on a network failure, a time-out
 * or a 5xx after the retries. `SessionExpired` is thrown when a signed-in user's ID token is
 * refused even after a refresh and, by the methods for users, when nobody is signed in.
 */
export interface AdminApiPort {
  /** The user's profile; created by the first call. */
  profile(): Promise<Profile>
  updateProfile(changes: ProfileChanges): Promise<UpdateProfileOutcome>
  questionnaire(kind: DiagnosisKind): Promise<Questionnaire>
  /** Scores the answers; stores nothing. */
  calculate(submission: AssessmentSubmission): Promise<CalculateOutcome>
  /** The outcome does not reveal whether the address has an account. */
  sendMailing(request: MailingRequest): Promise<SendMailingOutcome>
  /** Stores each distinct set of answers once. */
  saveDiagnosis(submission: AssessmentSubmission): Promise<SaveDiagnosisOutcome>
  /** The user's newest diagnoses, or the page that the cursor asks for. */
  diagnoses(cursor?: string): Promise<DiagnosisPage>
  offers(): Promise<Offers>
  createSetupIntent(request: SetupIntentRequest): Promise<CreateSetupIntentOutcome>
  checkPromotionCode(input: {
    readonly code: string
    readonly productId: string
  }): Promise<CheckPromotionOutcome>
  /**
   * The same key never creates a second subscription, and a user never has two live ones. Also
   * throws `PortUnavailable` while another request for the same subscription is under way.
   */
  createSubscription(
    order: SubscriptionOrder,
    idempotencyKey: string,
  ): Promise<CreateSubscriptionOutcome>
  /**
   * Lets the subscription end with its period, or immediately while that is not charged yet.
   * Repeating it changes nothing.
   */
  cancelSubscription(id: string): Promise<ChangeSubscriptionOutcome>
  /** Undoes a cancellation. Repeating it changes nothing. */
  resumeSubscription(id: string): Promise<ChangeSubscriptionOutcome>
  /**
   * Makes another card pay for the subscription, starting with its open invoice. Repeating it with
   * the same key and card charges nothing twice. Also throws `PortUnavailable` while the same
   * request is under way.
   */
  replaceCard(
    id: string,
    card: CardReplacement,
    idempotencyKey: string,
  ): Promise<ReplaceCardOutcome>
  /**
   * What a change to another plan would do. A more expensive plan starts immediately, a cheaper one
   * with the next period. For the current plan while a change is pending: what cancelling that
   * change would do.
   */
  previewPlanChange(id: string, productId: PlanId): Promise<PreviewPlanChangeOutcome>
  /**
   * Makes a previewed change. Repeating it with the same preview and key charges nothing twice.
   * Also throws `PortUnavailable` while the same request is under way. The consent is stored with
   * the subscription.
   */
  changePlan(id: string, order: PlanChangeOrder, idempotencyKey: string): Promise<ChangePlanOutcome>
  /**
   * Ends the subscription immediately and refunds in full what was charged for it, within 14 days
   * of the first charge. Needs a sign-in within the last 5 minutes. Repeating it refunds nothing
   * twice.
   */
  withdraw(id: string, idempotencyKey: string): Promise<WithdrawOutcome>
  /** Newest first; empty for a subscription that is not the user's. */
  invoices(subscriptionId: string): Promise<readonly Invoice[]>
  /** Creates a new link each time, which the app can use once. */
  createAppClaim(): Promise<AppClaimOutcome>
  exportAccount(): Promise<ExportAccountOutcome>
  /**
   * Ends the subscription immediately and deletes the profile and the identity provider's user.
   * Needs a sign-in within the last 5 minutes. Repeating it changes nothing.
   */
  deleteAccount(): Promise<DeleteAccountOutcome>
}
