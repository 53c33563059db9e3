import type { Subscriber } from '#core/ports/admin-api.ts'
import type { BeliefResult } from './money-belief.ts'
import type { Product, Promotion } from './plan.ts'
import type { Subscription } from './subscription.ts'
import type { Profile } from './profile.ts'
import { journeyPrefixes } from './routes.ts'
import type { JourneyName, StepId } from './routes.ts'
import type { Answers, Questionnaire, SurveyResult } from './survey.ts'

export const PERSISTED_STATE = 'PERSISTED_STATE'
/** Raised when the shape changes: a state of another version is dropped for the defaults. */
export const PERSISTED_STATE_VERSION = 1
export const SIGN_UP_DATA_LIFETIME_DAYS = 30

export type MoneyBeliefResultVariant = '1 Step' | '3 Steps'

export type AbTesting = { readonly moneyBeliefResultVariant: MoneyBeliefResultVariant }

/** Cached answers of the admin API about the signed-in user. */
export type UserData = { readonly profile: Profile | null; readonly lastUpdatedTimestamp: number | null }

/** What the visitor typed and has not sent yet, by form and field. Never a password, never a card. */
export type Drafts = Readonly<Record<string, Readonly<Record<string, string>>>>

export type SignUpData = {
  /** The one a step of which was on screen last. */
  readonly journey: JourneyName
  readonly accountCreated: boolean
  readonly isSurveyCompleted: boolean
  readonly survey: {
    readonly answers: Answers
    readonly diagnosis: SurveyResult | null
    /** Option id of the opening picture choice; empty until chosen. */
    readonly introPicture: string
  }
  readonly surveyQuestions: Questionnaire | null
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
  /** Whether the diagnosis in `moneyBelief` has been on screen. */
  readonly isBeliefResultShown: boolean
  readonly moneyBeliefQuestions: Questionnaire | null
  readonly rcSubscriber: Subscriber | null
  readonly billingEmail: string
  /** The confirmed or still open intent; its client secret is never stored. */
  readonly stripeSetupIntent: { readonly id: string } | null
  readonly stripeSubscription: Subscription | null
  readonly subscriptionProduct: Product | null
  /** Empty until a card is confirmed. */
  readonly stripePaymentMethodId: string
  readonly stripePromotionCode: Promotion | null
  /** Milliseconds since 1970; null before the first step. */
  readonly lastVisitedTimeStamp: number | null
  readonly startedTimeStamp: number | null
  readonly visitedSteps: readonly StepId[]
  readonly drafts: Drafts
}

export const emptySignUpData: SignUpData = {
  journey: 'sign-up',
  accountCreated: false,
  isSurveyCompleted: false,
  survey: { answers: {}, diagnosis: null, introPicture: '' },
  surveyQuestions: null,
  moneyBelief: { answers: {}, diagnosis: null },
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
  visitedSteps: [],
  drafts: {},
}

export const emptyUserData: UserData = { profile: null, lastUpdatedTimestamp: null }

/** Even odds: `chance` is uniform in [0, 1). */
export const drawVariant = (chance: number): MoneyBeliefResultVariant => (chance < 0.5 ? '1 Step' : '3 Steps')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object in a field that may be null must hold for the screens to use it; `[]` stands for a list. */
const shapes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  diagnosis: { kind: '', version: '' },
  surveyQuestions: { version: '', questions: [] },
  moneyBeliefQuestions: { version: '', questions: [] },
  rcSubscriber: { entitlements: {}, subscriptions: {} },
  stripeSetupIntent: { id: '' },
  stripeSubscription: { id: '', status: '', price: {} },
  subscriptionProduct: { id: '', name: '', price: {}, features: [] },
  stripePromotionCode: { id: '', code: '' },
  profile: { id: '', email: '', diagnoses: {} },
}

const isOfKind = (value: unknown, standard: unknown): boolean =>
  Array.isArray(standard) ? Array.isArray(value) : isRecord(standard) ? isRecord(value) : typeof value === typeof standard

/** Whether a stored value can stand where the default stands. A null default without a shape is a moment in time. */
const fits = (field: string, value: unknown, standard: unknown): boolean => {
  if (standard !== null) return isOfKind(value, standard)
  const shape = shapes[field]
  if (shape === undefined) return value === null || typeof value === 'number'
  return value === null || (isRecord(value) && Object.entries(shape).every(([name, each]) => isOfKind(value[name], each)))
}

const restoreFields = <T extends object>(stored: unknown, defaults: T): T => {
  if (!isRecord(stored)) return defaults
  const restored = Object.entries(defaults).map(([field, standard]) => {
    const value = stored[field]
    if (!fits(field, value, standard)) return [field, standard]
    const hasFields = isRecord(standard) && Object.keys(standard).length > 0
    return [field, hasFields ? restoreFields(value, standard) : value]
  })
  return Object.fromEntries(restored) as T
}

const DAY = 24 * 60 * 60 * 1000

const isStale = ({ lastVisitedTimeStamp }: SignUpData, now: Date): boolean =>
  lastVisitedTimeStamp !== null && now.getTime() - lastVisitedTimeStamp > SIGN_UP_DATA_LIFETIME_DAYS * DAY

/** Sign-up data from the device: fields of a wrong type and data not visited for 30 days give the defaults. */
export const restoreSignUpData = (stored: unknown, now: Date): SignUpData => {
  const data = restoreFields(stored, emptySignUpData)
  if (isStale(data, now)) return emptySignUpData
  return Object.hasOwn(journeyPrefixes, data.journey) ? data : { ...data, journey: emptySignUpData.journey }
}

export const restoreUserData = (stored: unknown): UserData => restoreFields(stored, emptyUserData)

/** The variant drawn before on this browser, else a new draw. */
export const restoreAbTesting = (stored: unknown, chance: number): AbTesting => {
  const variant = isRecord(stored) ? stored.moneyBeliefResultVariant : undefined
  return { moneyBeliefResultVariant: variant === '1 Step' || variant === '3 Steps' ? variant : drawVariant(chance) }
}
