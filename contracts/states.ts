import type { Answers, DiagnosisKind } from '#core/model/survey.ts'
import type { ChallengeAction } from '#core/ports/challenge.ts'

/** Answers to a questionnaire, as they are sent. */
export type Submission = {
  readonly kind: DiagnosisKind
  readonly version: string
  readonly answers: Answers
}

type Nothing = Readonly<Record<never, never>>
type OwnSubscription = { readonly subscriptionId: string }
type Card = {
  readonly setupIntentId: string
  readonly setupIntentClientSecret: string
  readonly paymentMethodId: string
}

/** Calls that are rate-limited by address. */
export type LimitedCall = 'calculate' | 'setup-intents' | 'promotion-codes' | 'mailings'

/**
 * What can be true before a request, by the names that the contract uses. `parameters` are the
 * details; `gives` are the values that only the provider can know and the request then carries.
 *
 * The user of a state is the one who makes the request. Each interaction starts with nobody signed
 * in and from an address that has made no request.
 */
type States = {
  /** The questionnaire of this kind has this version and accepts these answers. */
  'a questionnaire': { parameters: Submission; gives: Nothing }
  'a verified user with no subscription': { parameters: Nothing; gives: Nothing }
  'a user whose email is not verified': { parameters: Nothing; gives: Nothing }
  'a user whose session has ended': { parameters: Nothing; gives: Nothing }
  /**
   * The email is verified. The password was entered more than five minutes ago, too long for what
   * needs a recent sign-in.
   */
  'a user who signed in a while ago': { parameters: Nothing; gives: Nothing }
  /** The email is verified. */
  'a user who has given personal details': {
    parameters: {
      readonly firstName: string
      readonly lastName: string
      readonly birthYear: number
      readonly phone: string
    }
    gives: Nothing
  }
  /** The email is verified. The subscription is in its trial. */
  'a user with a live subscription': {
    parameters: { readonly productId: string; readonly code: string }
    gives: OwnSubscription
  }
  /**
   * The email is verified. The subscription is to the annual plan, in its trial, without a
   * promotion code, and cancelled for the end of its period.
   */
  'a user whose subscription is to end': { parameters: Nothing; gives: OwnSubscription }
  /**
   * The email is verified. The subscription is to the annual plan; its card could not pay the first
   * charge after the trial.
   */
  'a user whose payment is failing': { parameters: Nothing; gives: OwnSubscription }
  /**
   * The email is verified. The subscription that ended was to the annual plan and had been live, so
   * the next one has no trial.
   */
  'a user whose subscription has ended': { parameters: Nothing; gives: OwnSubscription }
  /**
   * The email is verified. The first period, without a trial, has just been paid with a card that
   * works.
   */
  'a user who has paid for a plan': {
    parameters: { readonly productId: string }
    gives: OwnSubscription
  }
  /** The user has the annual plan and was charged once, 15 days ago. */
  'a user who paid for a plan more than 14 days ago': {
    parameters: Nothing
    gives: OwnSubscription
  }
  /** The plan was the annual one, paid for just before. */
  'a user who has withdrawn from a plan': { parameters: Nothing; gives: OwnSubscription }
  /**
   * The user has paid for the annual plan, which changes to the monthly one when its period ends.
   */
  'a user whose plan is to change': { parameters: Nothing; gives: OwnSubscription }
  /** Every later charge is declined. Setting this up charges nothing. */
  'the plan is paid with a card that is declined when it is charged': {
    parameters: { readonly declineCode: string }
    gives: Nothing
  }
  'the plan is paid with a card that asks for authentication when it is charged': {
    parameters: Nothing
    gives: Nothing
  }
  /** The preview is of a change of the user's plan to the product. */
  'a preview of a change of plan': {
    parameters: { readonly productId: string }
    gives: { readonly previewId: string }
  }
  /** The preview was created an hour ago. */
  'an old preview of a change of plan': {
    parameters: { readonly productId: string }
    gives: { readonly previewId: string }
  }
  /** The email is verified. The diagnoses are given oldest first. */
  'a user who has saved diagnoses': {
    parameters: { readonly diagnoses: readonly Submission[] }
    gives: Nothing
  }
  /** The email is verified. Exporting again is refused for a while. */
  'a user who has exported the account too often': { parameters: Nothing; gives: Nothing }
  /** The email is verified. Creating another is refused for a while. */
  'a user who has made too many app claims': { parameters: Nothing; gives: Nothing }
  /** The email is verified. All diagnoses are of money beliefs and fit on two pages. */
  'a user who has a page of diagnoses and a part of another': {
    parameters: Nothing
    gives: { readonly cursor: string }
  }
  /**
   * The email is verified. All diagnoses are of money beliefs; one more different one would exceed
   * the limit.
   */
  'a user who has as many diagnoses as an account can hold': { parameters: Nothing; gives: Nothing }
  /** Confirmed with the payment provider, for the user if there is one. */
  'a confirmed card': { parameters: Nothing; gives: Card }
  /** A visitor confirmed it in the quick journey and created the account afterwards. */
  'a card confirmed before the account was created': { parameters: Nothing; gives: Card }
  'a card confirmed more than a day ago': { parameters: Nothing; gives: Card }
  /** Another user was signed in when it was confirmed, so only they can use it. */
  'a card confirmed by another user': { parameters: Nothing; gives: Card }
  /** Saving the card has succeeded nevertheless. */
  'a confirmed card that is declined when it is charged': {
    parameters: { readonly declineCode: string }
    gives: Card
  }
  'a confirmed card that asks for authentication when it is charged': {
    parameters: Nothing
    gives: Card
  }
  /** Another account used it for a trial; that account may have been deleted since. */
  'a confirmed card that has had a free trial': { parameters: Nothing; gives: Card }
  'a promotion code': {
    parameters: {
      readonly code: string
      readonly off: 'percent' | 'amount'
      readonly duration: 'once' | 'repeating'
    }
    gives: { readonly promotionCodeId: string }
  }
  'a promotion code that has expired': {
    parameters: { readonly code: string }
    gives: { readonly promotionCodeId: string }
  }
  'a promotion code that is used up': {
    parameters: { readonly code: string }
    gives: { readonly promotionCodeId: string }
  }
  'a promotion code for one plan only': {
    parameters: { readonly code: string; readonly productId: string }
    gives: { readonly promotionCodeId: string }
  }
  /**
   * A person can use the promotion once, and this one has, with another account that may have been
   * deleted since.
   */
  'a promotion code that the user has had before': {
    parameters: { readonly code: string }
    gives: { readonly promotionCodeId: string }
  }
  /** Not signed in. The token passes the challenge once, for the action. */
  'a visitor who passes the challenge': {
    parameters: { readonly action: ChallengeAction }
    gives: { readonly challengeToken: string }
  }
  /** Not signed in. */
  'a visitor who fails the challenge': {
    parameters: Nothing
    gives: { readonly challengeToken: string }
  }
  'too many requests from this address': {
    parameters: { readonly call: LimitedCall }
    gives: Nothing
  }
}

export type StateName = keyof States
export type StateParameters<Name extends StateName> = States[Name]['parameters']
export type StateValues<Name extends StateName> = States[Name]['gives']

type Giving = {
  [Name in StateName]: [keyof StateValues<Name>] extends [never] ? never : Name
}[StateName]

const card = ['setupIntentId', 'setupIntentClientSecret', 'paymentMethodId'] as const

/** The values that each state returns, for callers without the types. */
export const givenBy: { readonly [Name in Giving]: readonly (keyof StateValues<Name>)[] } = {
  'a user with a live subscription': ['subscriptionId'],
  'a user whose subscription is to end': ['subscriptionId'],
  'a user whose payment is failing': ['subscriptionId'],
  'a user whose subscription has ended': ['subscriptionId'],
  'a user who has paid for a plan': ['subscriptionId'],
  'a user who paid for a plan more than 14 days ago': ['subscriptionId'],
  'a user who has withdrawn from a plan': ['subscriptionId'],
  'a user whose plan is to change': ['subscriptionId'],
  'a preview of a change of plan': ['previewId'],
  'an old preview of a change of plan': ['previewId'],
  'a user who has a page of diagnoses and a part of another': ['cursor'],
  'a confirmed card': card,
  'a card confirmed before the account was created': card,
  'a card confirmed more than a day ago': card,
  'a card confirmed by another user': card,
  'a confirmed card that is declined when it is charged': card,
  'a confirmed card that asks for authentication when it is charged': card,
  'a confirmed card that has had a free trial': card,
  'a promotion code': ['promotionCodeId'],
  'a promotion code that has expired': ['promotionCodeId'],
  'a promotion code that is used up': ['promotionCodeId'],
  'a promotion code for one plan only': ['promotionCodeId'],
  'a promotion code that the user has had before': ['promotionCodeId'],
  'a visitor who passes the challenge': ['challengeToken'],
  'a visitor who fails the challenge': ['challengeToken'],
}

/** A function that sets up each state, for a provider or a fake. */
export type StateHandlers = {
  readonly [Name in StateName]: (parameters: StateParameters<Name>) => Promise<StateValues<Name>>
}
