import type { Subscriber } from '#core/ports/admin-api.ts'
import type { BeliefResult } from './money-belief.ts'
import type { Product, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'
import type { Profile } from './profile.ts'
import {
  isAnswer,
  isBeliefResult,
  isProduct,
  isProfile,
  isPromotion,
  isSubscriber,
  isSubscription,
  isSurveyResult,
} from './persisted-schema.ts'
import { journeyPrefixes, stepIds } from './routes.ts'
import type { AccountJourney, JourneyName, StepId } from './routes.ts'
import {
  hasShape,
  isFlag,
  isInteger,
  isNullOr,
  isNumber,
  isOneOf,
  isRecord,
  isRecordOf,
  isText,
} from './shape.ts'
import type { Check } from './shape.ts'
import { readQuestionnaire } from './survey.ts'
import type { Answers, Questionnaire, SurveyResult } from './survey.ts'

/**
 * Incremented when the shape changes. A page that loads replaces a state of another version with
 * the defaults; a page that is already open stops persisting.
 */
export const PERSISTED_STATE_VERSION = 1
const SIGN_UP_DATA_LIFETIME_DAYS = 30

const variants = ['1 Step', '3 Steps'] as const

export type MoneyBeliefResultVariant = (typeof variants)[number]

export type AbTesting = { readonly moneyBeliefResultVariant: MoneyBeliefResultVariant }

/**
 * Cached responses of the admin API about the signed-in user. `userId` is the identity provider's
 * id, which differs from the profile's.
 */
export type UserData = {
  readonly profile: Profile | null
  readonly userId: string | null
  readonly lastUpdatedTimestamp: number | null
}

/**
 * What the visitor typed and has not sent yet, by form and field. Never a password, never a card.
 */
export type Drafts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A confirmed intent. Its client secret proves that an order comes from this browser. */
export type SavedIntent = { readonly id: string; readonly clientSecret: string }

/**
 * Per field, the id of the account's result that the unsaved one here should replace; null if the
 * account had none. If the account's result has changed when this one is saved, the account's wins.
 */
export type UnsavedResults = {
  readonly [Field in keyof Profile['diagnoses']]?: string | null
}

export type SignUpData = {
  /** The journey whose step was shown last. */
  readonly journey: JourneyName
  /** Whose data this is, by the identity provider's id; null before the first sign-in. */
  readonly accountId: string | null
  readonly accountCreated: boolean
  /**
   * The journey that created the account, if its profile could not be fetched; `account_created` is
   * tracked once it has been.
   */
  readonly uncountedAccount: AccountJourney | null
  readonly isSurveyCompleted: boolean
  readonly survey: {
    readonly answers: Answers
    readonly diagnosis: SurveyResult | null
    /** Option id of the opening picture choice; empty until chosen. */
    readonly introPicture: string
  }
  readonly surveyQuestions: Questionnaire | null
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
  /** The results here that are not in an account yet. */
  readonly unsavedResults: UnsavedResults
  /** Whether the diagnosis in `moneyBelief` has been on screen. */
  readonly isBeliefResultShown: boolean
  readonly moneyBeliefQuestions: Questionnaire | null
  readonly rcSubscriber: Subscriber | null
  readonly billingEmail: string
  readonly stripeSetupIntent: SavedIntent | null
  readonly stripeSubscription: Subscription | null
  readonly subscriptionProduct: Product | null
  /** Empty until a card is confirmed. */
  readonly stripePaymentMethodId: string
  readonly stripePromotionCode: Promotion | null
  /** Milliseconds since 1970; null before the first step. */
  readonly lastVisitedTimeStamp: number | null
  readonly startedTimeStamp: number | null
  /**
   * When the last verification mail was requested, in milliseconds since 1970, so that a reload
   * keeps the pause.
   */
  readonly verificationMailTimeStamp: number | null
  readonly visitedSteps: readonly StepId[]
  /** The furthest position in each journey, counted in legs (`Course`). */
  readonly furthest: Readonly<Partial<Record<JourneyName, number>>>
  /** The ids of the questions whose pause has been on screen. */
  readonly seenPauses: readonly string[]
  readonly drafts: Drafts
}

/** The fields that change, with their new values. */
export type SignUpChanges = Partial<SignUpData>

export const emptySignUpData: SignUpData = {
  journey: 'sign-up',
  accountId: null,
  accountCreated: false,
  uncountedAccount: null,
  isSurveyCompleted: false,
  survey: { answers: {}, diagnosis: null, introPicture: '' },
  surveyQuestions: null,
  moneyBelief: { answers: {}, diagnosis: null },
  unsavedResults: {},
  isBeliefResultShown: false,
  moneyBeliefQuestions: null,
  rcSubscriber: null,
  billingEmail: '',
  stripeSetupIntent: null,
  stripeSubscription: null,
  subscriptionProduct: null,
  stripePaymentMethodId: '',
  stripePromotionCode: null,
  lastVisitedTimeStamp: null,
  startedTimeStamp: null,
  verificationMailTimeStamp: null,
  visitedSteps: [],
  furthest: {},
  seenPauses: [],
  drafts: {},
}

export const emptyUserData: UserData = { profile: null, userId: null, lastUpdatedTimestamp: null }

/** Even odds: `chance` is uniform in [0, 1). */
export const drawVariant = (chance: number): MoneyBeliefResultVariant =>
  chance < 0.5 ? '1 Step' : '3 Steps'

/** The value when it is valid, else the default. */
const or =
  <T>(check: Check, otherwise: T) =>
  (value: unknown): T =>
    check(value) ? (value as T) : otherwise

const orNull = <T>(check: Check) => or<T | null>(check, null)

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(value) ? Object.entries(value) : []

const restoreAnswers = (value: unknown): Answers =>
  Object.fromEntries(entriesOf(value).filter(([, answer]) => isAnswer(answer))) as Answers

const restoreSurvey = (value: unknown): SignUpData['survey'] => {
  const { answers, diagnosis, introPicture } = isRecord(value) ? value : {}
  return {
    answers: restoreAnswers(answers),
    diagnosis: orNull<SurveyResult>(isSurveyResult)(diagnosis),
    introPicture: or(isText, '')(introPicture),
  }
}

const restoreMoneyBelief = (value: unknown): SignUpData['moneyBelief'] => {
  const { answers, diagnosis } = isRecord(value) ? value : {}
  return {
    answers: restoreAnswers(answers),
    diagnosis: orNull<BeliefResult>(isBeliefResult)(diagnosis),
  }
}

const restoreDrafts = (value: unknown): Drafts =>
  Object.fromEntries(
    entriesOf(value).map(([form, fields]) => [
      form,
      Object.fromEntries(entriesOf(fields).filter(([, typed]) => isText(typed))),
    ]),
  ) as Drafts

const isStep = isOneOf(...stepIds)
const isJourney: Check = (value) =>
  typeof value === 'string' && Object.hasOwn(journeyPrefixes, value)

const isPosition = isNumber(0)

const restoreFurthest = (value: unknown): SignUpData['furthest'] =>
  Object.fromEntries(
    entriesOf(value).filter(([journey, position]) => isJourney(journey) && isPosition(position)),
  )

const isTimeStamp = isInteger(0, 8.64e15)

type Restorers<T> = { readonly [Field in keyof T]-?: (value: unknown) => T[Field] }

const signUpDataRestorers: Restorers<SignUpData> = {
  journey: or<JourneyName>(isJourney, emptySignUpData.journey),
  accountId: orNull<string>(isText),
  accountCreated: or(isFlag, false),
  uncountedAccount: orNull<AccountJourney>(isOneOf('sign-up', 'enroll')),
  isSurveyCompleted: or(isFlag, false),
  survey: restoreSurvey,
  surveyQuestions: (value) => readQuestionnaire(value, 'survey'),
  moneyBelief: restoreMoneyBelief,
  unsavedResults: or<UnsavedResults>(isRecordOf(isNullOr(isText)), {}),
  isBeliefResultShown: or(isFlag, false),
  moneyBeliefQuestions: (value) => readQuestionnaire(value, 'money_belief'),
  rcSubscriber: orNull<Subscriber>(isSubscriber),
  billingEmail: or(isText, ''),
  stripeSetupIntent: orNull<SavedIntent>(
    hasShape<SavedIntent>({ id: isText, clientSecret: isText }),
  ),
  stripeSubscription: orNull<Subscription>(isSubscription),
  subscriptionProduct: orNull<Product>(isProduct),
  stripePaymentMethodId: or(isText, ''),
  stripePromotionCode: orNull<Promotion>(isPromotion),
  lastVisitedTimeStamp: orNull<number>(isTimeStamp),
  startedTimeStamp: orNull<number>(isTimeStamp),
  verificationMailTimeStamp: orNull<number>(isTimeStamp),
  visitedSteps: (value) =>
    Array.isArray(value) ? value.filter((step): step is StepId => isStep(step)) : [],
  furthest: restoreFurthest,
  seenPauses: (value) => (Array.isArray(value) ? value.filter(isText) : []),
  drafts: restoreDrafts,
}

const userDataRestorers: Restorers<UserData> = {
  profile: orNull<Profile>(isProfile),
  userId: orNull<string>(isText),
  lastUpdatedTimestamp: orNull<number>(isTimeStamp),
}

const restoreFields = <T extends object>(stored: unknown, restorers: Restorers<T>): T => {
  const fields = isRecord(stored) ? stored : {}
  const restored = Object.entries<(value: unknown) => unknown>(restorers).map(
    ([field, restore]) => [field, restore(fields[field])],
  )
  return Object.fromEntries(restored) as T
}

const DAY = 24 * 60 * 60 * 1000

const isStale = ({ lastVisitedTimeStamp }: SignUpData, now: Date): boolean =>
  lastVisitedTimeStamp !== null &&
  now.getTime() - lastVisitedTimeStamp > SIGN_UP_DATA_LIFETIME_DAYS * DAY

/**
 * Restores sign-up data from storage. Invalid parts are dropped; data older than 30 days gives the
 * defaults.
 */
export const restoreSignUpData = (stored: unknown, now: Date): SignUpData => {
  const data = restoreFields(stored, signUpDataRestorers)
  if (isStale(data, now)) return emptySignUpData
  // A survey without its result has to be completed again.
  return { ...data, isSurveyCompleted: data.isSurveyCompleted && data.survey.diagnosis !== null }
}

export const restoreUserData = (stored: unknown): UserData =>
  restoreFields(stored, userDataRestorers)

/** The variant already drawn in this browser, else a new draw. */
export const restoreAbTesting = (stored: unknown, chance: number): AbTesting => {
  const { moneyBeliefResultVariant } = isRecord(stored) ? stored : {}
  const restore = or<MoneyBeliefResultVariant>(isOneOf(...variants), drawVariant(chance))
  return { moneyBeliefResultVariant: restore(moneyBeliefResultVariant) }
}
