import type { Subscriber } from '#core/ports/admin-api.ts'
import type { BeliefResult } from './money-belief.ts'
import type { Money } from './money.ts'
import type { Product, Promotion } from './plan.ts'
import type { Diagnosis, Profile } from './profile.ts'
import {
  hasShape,
  isAbsentOr,
  isAllOf,
  isFlag,
  isInteger,
  isListOf,
  isNullOr,
  isNumber,
  isOneOf,
  isRecord,
  isRecordOf,
  isText,
  isTime,
} from './shape.ts'
import type { Check } from './shape.ts'
import type {
  Consent,
  OpenInvoice,
  PendingChange,
  SavedCard,
  Subscription,
} from './subscription.ts'
import { pillarIds } from './survey.ts'
import type { DiagnosisKind, SurveyResult } from './survey.ts'

/**
 * The checks below describe what every screen needs of a stored value. Unknown fields are allowed.
 */

export const isAnswer: Check = (value) =>
  isText(value) || isNumber()(value) || isListOf(isText)(value)

const isBand = isOneOf('vulnerable', 'coping', 'healthy')
const isPercent = isNumber(0, 100)

export const isSurveyResult: Check = hasShape<SurveyResult>({
  kind: isOneOf('survey'),
  version: isText,
  score: isPercent,
  band: isBand,
  headline: isText,
  summary: isText,
  introPicture: isText,
  pillars: isListOf(
    hasShape<SurveyResult['pillars'][number]>({
      id: isOneOf(...pillarIds),
      score: isPercent,
      band: isBand,
      advice: isText,
      answers: isListOf(
        hasShape<SurveyResult['pillars'][number]['answers'][number]>({
          question: isText,
          points: isNumber(),
        }),
      ),
    }),
  ),
  nextSteps: isListOf(hasShape<SurveyResult['nextSteps'][number]>({ title: isText, text: isText })),
})

const isBelief = isOneOf('avoidance', 'worship', 'status', 'vigilance')

const holdsDominant: Check = (value) =>
  isRecord(value) &&
  Array.isArray(value.beliefs) &&
  value.beliefs.some((belief) => isRecord(belief) && belief.id === value.dominant)

export const isBeliefResult: Check = isAllOf(
  hasShape<BeliefResult>({
    kind: isOneOf('money_belief'),
    version: isText,
    dominant: isBelief,
    beliefs: isListOf(
      hasShape<BeliefResult['beliefs'][number]>({
        id: isBelief,
        score: isNumber(1, 6),
        level: isOneOf('low', 'moderate', 'high'),
        summary: isText,
        behaviors: isListOf(isText),
        steps: isListOf(isText),
        answers: isListOf(
          hasShape<BeliefResult['beliefs'][number]['answers'][number]>({
            question: isText,
            value: isNumber(),
          }),
        ),
      }),
    ),
  }),
  holdsDominant,
)

/** Any other value makes formatting an amount throw. */
const isCurrency: Check = (value) => typeof value === 'string' && /^[a-z]{3}$/i.test(value)

const isMoney = hasShape<Money>({ amount: isInteger(0), currency: isCurrency })

export const isPromotion: Check = hasShape<Promotion>({
  id: isText,
  code: isText,
  percentOff: isAbsentOr(isNumber(0, 100)),
  amountOff: isAbsentOr(isMoney),
  duration: isOneOf('once', 'repeating', 'forever'),
  months: isAbsentOr(isInteger(1)),
})

/** A century, longer than any trial. */
const MOST_TRIAL_DAYS = 36_500

export const isProduct: Check = hasShape<Product>({
  id: isText,
  name: isText,
  interval: isOneOf('month', 'year'),
  price: isMoney,
  trialDays: isInteger(0, MOST_TRIAL_DAYS),
  features: isListOf(isText),
})

const isConsent = hasShape<Consent>({
  text: isText,
  version: isText,
  productId: isText,
  price: isMoney,
  discount: isNullOr(isPromotion),
  trialEnd: isNullOr(isTime),
  agreedAt: isTime,
})

export const isSubscription: Check = hasShape<Subscription>({
  id: isText,
  productId: isText,
  status: isOneOf(
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ),
  price: isMoney,
  trialEnd: isNullOr(isTime),
  currentPeriodEnd: isTime,
  cancelAtPeriodEnd: isFlag,
  discount: isNullOr(isPromotion),
  paymentMethod: isNullOr(
    hasShape<SavedCard>({
      brand: isText,
      last4: isText,
      expMonth: isInteger(1, 12),
      expYear: isInteger(0),
    }),
  ),
  openInvoice: isNullOr(
    hasShape<OpenInvoice>({
      amount: isMoney,
      attemptedAt: isTime,
      nextAttemptAt: isNullOr(isTime),
    }),
  ),
  graceEndsAt: isNullOr(isTime),
  withdrawableUntil: isNullOr(isTime),
  pendingChange: isNullOr(hasShape<PendingChange>({ productId: isText, date: isTime })),
  consent: isNullOr(isConsent),
  changeConsents: isListOf(isConsent),
})

const isExpiry = isNullOr(isTime)

export const isSubscriber: Check = hasShape<Subscriber>({
  entitlements: isRecordOf(
    hasShape<Subscriber['entitlements'][string]>({
      expires_date: isExpiry,
      product_identifier: isText,
    }),
  ),
  subscriptions: isRecordOf(
    hasShape<Subscriber['subscriptions'][string]>({ expires_date: isExpiry }),
  ),
  first_seen: isTime,
})

const isDiagnosis = (kind: DiagnosisKind, isResult: Check): Check =>
  hasShape<Diagnosis>({
    id: isText,
    createdAt: isTime,
    kind: isOneOf(kind),
    version: isText,
    answers: isRecordOf(isAnswer),
    result: isResult,
  })

const isTextOrNull = isNullOr(isText)

export const isProfile: Check = hasShape<Profile>({
  id: isText,
  email: isText,
  emailVerified: isFlag,
  firstName: isTextOrNull,
  lastName: isTextOrNull,
  birthYear: isNullOr(isInteger(0)),
  phone: isTextOrNull,
  createdAt: isTime,
  trackingConsent: isFlag,
  subscription: isNullOr(isSubscription),
  diagnoses: hasShape<Profile['diagnoses']>({
    survey: isNullOr(isDiagnosis('survey', isSurveyResult)),
    moneyBelief: isNullOr(isDiagnosis('money_belief', isBeliefResult)),
  }),
})
