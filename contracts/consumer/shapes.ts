import { MatchersV3 } from '@pact-foundation/pact'
import type { Submission } from '../states.ts'

const {
  arrayContaining,
  atLeastLike,
  boolean,
  eachKeyLike,
  eachLike,
  fromProviderState,
  integer,
  like,
  nullValue,
  number,
  regex,
  string,
} = MatchersV3

const oneOf = (...values: readonly [string, ...string[]]) =>
  regex(`^(${values.join('|')})$`, values[0])

/** A matcher with several rules, which Pact's functions cannot express. */
const both = <T>(value: T, ...rules: readonly Readonly<Record<string, string>>[]) =>
  ({
    'pact:matcher:type': rules.map(({ match, ...rule }) => ({
      'pact:matcher:type': match,
      ...rule,
    })),
    value,
  }) as unknown as MatchersV3.Matcher<T>

const notNegative = (example: number) =>
  both(example, { match: 'integer' }, { match: 'regex', regex: '^\\d+$' })

const days =
  '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))'
const time = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)'

/** An RFC 3339 time on an existing day. */
const moment = (example: string) => regex(`^\\d{4}-${days}T${time}$`, example)

const nothingYet = nullValue()

const money = (amount: number) => ({
  amount: notNegative(amount),
  currency: regex('^[a-z]{3}$', 'usd'),
})

export const surveyAnswers: Submission = {
  kind: 'survey',
  version: '1',
  answers: {
    'intro-picture': 'calm-lake',
    'main-goal': 'build-savings',
    'age-band': '25-34',
    'income-regularity': 'steady',
    'spending-vs-income': 'about-equal',
    'bills-on-time': 'all',
    'emergency-savings': 3,
    'long-term-confidence': 'somewhat',
    'debt-kinds': ['credit-card', 'student-loan'],
    'debt-manageable': 'manageable',
    'planning-ahead': 'planned',
  },
}

/** Nothing said about debt, so that nothing is known of a whole pillar. */
export const reticentAnswers: Submission = {
  ...surveyAnswers,
  answers: Object.fromEntries([
    ...Object.entries(surveyAnswers.answers).filter(([id]) => id !== 'debt-manageable'),
    ['bills-on-time', 'prefer-not-to-say'],
    ['emergency-savings', 'prefer-not-to-say'],
    ['debt-kinds', 'prefer-not-to-say'],
  ]),
}

/** Refused: one of the options can only be chosen alone. */
export const contradictoryAnswers: Submission = {
  ...surveyAnswers,
  answers: { ...surveyAnswers.answers, 'debt-kinds': ['credit-card', 'none'] },
}

export const beliefAnswers: Submission = {
  kind: 'money_belief',
  version: '1',
  answers: Object.fromEntries(
    [2, 5, 1, 4, 2, 4, 1, 5, 3, 4, 2, 4, 1, 5, 1, 6].map((value, index) => [
      `belief-${String(index + 1).padStart(2, '0')}`,
      value,
    ]),
  ),
}

const question = (type: string) => ({
  id: string('main-goal'),
  type,
  prompt: string('What would you like to change?'),
  required: boolean(true),
})

const options = eachLike({ id: string('feel-calmer'), label: string('Feel calmer about money') })

export const choice = (type: 'single' | 'multiple' | 'picture') => ({ ...question(type), options })
export const numberQuestion = { ...question('number'), min: integer(0), max: integer(36) }
export const conditionalQuestion = {
  ...question('single'),
  options,
  showWhen: { question: string('debt-kinds'), anyOf: eachLike(string('credit-card')) },
}
export const declinableQuestion = {
  ...question('multiple'),
  why: string('Some debts cost more than others.'),
  declinable: true,
  options,
}
export const exclusiveOption = {
  ...question('multiple'),
  options: arrayContaining({
    id: string('none'),
    label: string('None of these'),
    exclusive: true,
  }),
}
export const suggestingQuestion = {
  ...numberQuestion,
  suggestions: eachLike({ value: integer(4), label: string('3–5') }),
}
export const scaleQuestion = {
  ...question('scale'),
  min: integer(1),
  max: integer(6),
  minLabel: string('Strongly disagree'),
  maxLabel: string('Strongly agree'),
}

const band = oneOf('vulnerable', 'coping', 'healthy')

const surveyResultOf = (...pillars: readonly string[]) => ({
  kind: 'survey',
  version: string('1'),
  score: number(64),
  band,
  headline: string('You are finding your balance.'),
  summary: string('Some things are in hand.'),
  introPicture: string('calm-lake'),
  pillars: arrayContaining(
    ...pillars.map((id) => ({
      id,
      score: number(70),
      band,
      advice: string('Keep a little aside each week.'),
      answers: eachLike({ question: string('bills-on-time'), points: number(100) }),
    })),
  ),
  nextSteps: atLeastLike({ title: string('Start small'), text: string('Put a little aside.') }, 3),
})

export const surveyResult = surveyResultOf('spend', 'save', 'borrow', 'plan')
/** A result without the pillar that nothing was said about. */
export const reticentResult = surveyResultOf('spend', 'save', 'plan')

export const beliefResult = {
  kind: 'money_belief',
  version: string('1'),
  dominant: oneOf('vigilance', 'avoidance', 'worship', 'status'),
  beliefs: arrayContaining(
    ...['avoidance', 'worship', 'status', 'vigilance'].map((id) => ({
      id,
      score: number(2.5),
      level: oneOf('moderate', 'low', 'high'),
      summary: string('Money is better left alone.'),
      behaviors: atLeastLike(string('Letters stay closed.'), 3),
      steps: atLeastLike(string('Open one letter a week.'), 3),
      answers: atLeastLike({ question: string('belief-01'), value: integer(2) }, 4),
    })),
  ),
}

const diagnosis = ({ kind, version, answers }: Submission, result: object) => ({
  id: string('8d6f4a52-5d51-4a35-9a0c-5b3a1f0e7c11'),
  createdAt: moment('2026-11-02T09:30:00.000Z'),
  kind,
  version,
  answers,
  result,
})

export const surveyDiagnosis = diagnosis(surveyAnswers, surveyResult)
export const beliefDiagnosis = diagnosis(beliefAnswers, beliefResult)

export const product = {
  id: string('annual'),
  name: string('Annual'),
  interval: oneOf('year', 'month'),
  price: money(8999),
  trialDays: notNegative(14),
  features: eachLike(string('Weekly coaching steps')),
}

/** RevenueCat v1's, as far as the site reads it. */
export const subscriber = (productId: string) => ({
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: eachKeyLike('coaching', {
    expires_date: moment('2026-11-16T09:30:00.000Z'),
    product_identifier: productId,
  }),
  subscriptions: { [productId]: { expires_date: moment('2026-11-16T09:30:00.000Z') } },
})

export const newSubscriber = {
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: {},
  subscriptions: {},
}

/** For a former subscriber: ended subscriptions may still be listed. */
export const formerSubscriber = {
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: like({}),
  subscriptions: like({}),
}

const duration = {
  once: { duration: 'once' },
  repeating: { duration: 'repeating', months: integer(6) },
}

export const percentPromotion = (code: string, lasts: 'once' | 'repeating' = 'once') => ({
  id: string('promo_1'),
  code,
  percentOff: number(20),
  ...duration[lasts],
})

export const amountPromotion = (code: string) => ({
  id: string('promo_2'),
  code,
  amountOff: money(1000),
  ...duration.once,
})

export const subscriptionId = '0d1c7d4e-2d0b-4a7e-8a43-0f1f1f0e7c22'

/** Beside the button, as the site has it. */
export const shownTerms = {
  text: 'By starting Evenkeel Annual, you agree to the terms of use and to pay $89.99 today.',
  version: '2026-11-27',
}

/** The plan can be another by now. */
const consent = {
  text: string(shownTerms.text),
  version: string(shownTerms.version),
  productId: string('annual'),
  price: money(8999),
  agreedAt: moment('2026-11-02T09:30:00.000Z'),
}

/** After a change of plan that was agreed to. */
export const changeConsents = eachLike({ ...consent, discount: nothingYet, trialEnd: nothingYet })

const subscription = (productId: string) => ({
  id: string(subscriptionId),
  productId,
  price: money(8999),
  currentPeriodEnd: moment('2026-11-16T09:30:00.000Z'),
  cancelAtPeriodEnd: boolean(false),
  paymentMethod: {
    brand: string('Visa'),
    last4: regex('^\\d{4}$', '4242'),
    expMonth: integer(12),
    expYear: integer(2030),
  },
  withdrawableUntil: nothingYet,
  pendingChange: nothingYet,
  consent,
  changeConsents: [],
})

const nothingFailing = { openInvoice: nothingYet, graceEndsAt: nothingYet }

export const trial = (productId: string, discount: object = nothingYet) => ({
  ...subscription(productId),
  ...nothingFailing,
  status: 'trialing',
  trialEnd: moment('2026-11-16T09:30:00.000Z'),
  discount,
  consent: { ...consent, trialEnd: moment('2026-11-16T09:30:00.000Z') },
})

export const paidSubscription = (productId: string) => ({
  ...subscription(productId),
  ...nothingFailing,
  status: 'active',
  trialEnd: nothingYet,
  discount: nothingYet,
  withdrawableUntil: moment('2026-11-30T09:30:00.000Z'),
  consent: { ...consent, discount: nothingYet, trialEnd: nothingYet },
})

/** It changes to another plan when its period ends. */
export const changingSubscription = {
  ...paidSubscription('annual'),
  changeConsents,
  pendingChange: { productId: 'monthly', date: moment('2027-11-16T09:30:00.000Z') },
}

const preview = (productId: string) => ({
  id: regex('^[\\s\\S]{1,255}$', 'preview_1'),
  productId,
  nextCharge: { date: moment('2027-11-16T09:30:00.000Z'), amount: money(8999) },
  endingPromotion: nothingYet,
})

const nothing = { amount: 0, currency: regex('^[a-z]{3}$', 'usd') }
const nothingDue = { dueToday: nothing, lines: [] }

const line = (kind: string, amount: unknown) => ({
  kind,
  amount: { amount, currency: regex('^[a-z]{3}$', 'usd') },
  period: {
    start: moment('2026-11-16T09:30:00.000Z'),
    end: moment('2027-11-16T09:30:00.000Z'),
  },
})

/** The preview of a change that is charged today. */
export const chargedPreview = {
  ...preview('annual'),
  effective: 'now',
  dueToday: money(8263),
  lines: arrayContaining(
    line('plan', notNegative(8999)),
    line('unused', both(-736, { match: 'integer' }, { match: 'regex', regex: '^-\\d+$' })),
  ),
}

export const laterPreview = { ...preview('monthly'), effective: 'period_end', ...nothingDue }

/** In the trial, with a promotion that the annual plan does not have. */
export const trialPreview = {
  ...preview('annual'),
  effective: 'now',
  ...nothingDue,
  endingPromotion: percentPromotion('HALFYEAR', 'repeating'),
}

/** The present plan's, while a change is pending. */
export const takenBackPreview = { ...preview('annual'), effective: 'now', ...nothingDue }

/** Its first charge failed: the access lasts until the grace period ends. */
const failingSubscription = (productId: string) => ({
  ...subscription(productId),
  status: 'past_due',
  openInvoice: {
    amount: money(8999),
    attemptedAt: moment('2026-11-16T09:30:00.000Z'),
    nextAttemptAt: moment('2026-11-19T09:30:00.000Z'),
  },
  graceEndsAt: moment('2026-11-23T09:30:00.000Z'),
})

/** After its trial: another card has paid what the first one did not. */
export const repairedSubscription = {
  ...paidSubscription('annual'),
  trialEnd: moment('2026-11-16T09:30:00.000Z'),
  consent,
}

/** It tells the site that a trial was had. */
const endedSubscription = (productId: string) => ({
  ...subscription(productId),
  status: oneOf('canceled', 'incomplete_expired'),
})

/** The withdrawal from a plan that was paid for a moment ago. */
export const withdrawal = {
  subscription: {
    ...paidSubscription('annual'),
    status: 'canceled',
    withdrawableUntil: nothingYet,
  },
  refunded: money(8999),
}

/** A subscription after a change; `ends` is true for a cancelled one. */
export const changedSubscription = (ends: boolean, discount: object = nothingYet) => ({
  ...trial('annual', discount),
  cancelAtPeriodEnd: ends,
})

/** A link that the app opens. */
export const appClaim = {
  url: regex(
    '^https?://[^\\s?]+\\?([^\\s]+&)?claim=[^\\s&]+$',
    'https://app.example.com/open?claim=token',
  ),
  expiresAt: moment('2026-11-16T09:45:00.000Z'),
}

export const invoice = {
  id: string('in_1'),
  number: string('EVENKEEL-0001'),
  createdAt: moment('2026-11-02T09:30:00.000Z'),
  status: oneOf('paid', 'open', 'uncollectible', 'void'),
  total: money(0),
  tax: nothingYet,
  card: nothingYet,
  refunded: nothingYet,
  url: string('https://invoice.example.com/in_1'),
  pdfUrl: string('https://invoice.example.com/in_1.pdf'),
}

export const refundedInvoice = {
  ...invoice,
  status: 'paid',
  total: money(8999),
  card: { brand: string('Visa'), last4: regex('^\\d{4}$', '4242') },
  refunded: money(8999),
}

const identity = {
  id: string('c3b5d0b4-7c51-4b2a-9d0c-1b3a1f0e7c33'),
  email: string('robin@example.com'),
  createdAt: moment('2026-11-01T08:00:00.000Z'),
}

export const newProfile = ({ emailVerified }: { emailVerified: boolean }) => ({
  ...identity,
  emailVerified,
  firstName: nothingYet,
  lastName: nothingYet,
  birthYear: nothingYet,
  phone: nothingYet,
  trackingConsent: boolean(false),
  subscription: nothingYet,
  diagnoses: { survey: nothingYet, moneyBelief: nothingYet },
})

export const personalDetails = {
  firstName: 'Robin',
  lastName: 'Moss',
  birthYear: 1990,
  phone: '+12125550100',
}

export const fullProfile = {
  ...identity,
  emailVerified: true,
  ...personalDetails,
  trackingConsent: boolean(false),
  subscription: trial('annual', percentPromotion('WELCOME20')),
  diagnoses: { survey: surveyDiagnosis, moneyBelief: beliefDiagnosis },
}

export const formerProfile = {
  ...newProfile({ emailVerified: true }),
  subscription: endedSubscription('annual'),
}

export const failingProfile = {
  ...newProfile({ emailVerified: true }),
  subscription: failingSubscription('annual'),
}

/** Any object: the site hands it over as it is, and reads none of it. */
export const accountExport = like({})

export const setupIntent = {
  id: string('seti_1'),
  clientSecret: string('seti_1_secret_1'),
  customerId: string('cus_1'),
}

export const expiredSetupIntent = eachLike({
  path: 'setupIntentId',
  code: 'setup-intent/expired',
  message: string('The card was given too long ago. Please give it again.'),
})

/** What only the provider knows, as its state gives it. */
export const confirmedCard = {
  setupIntentId: fromProviderState('${setupIntentId}', 'seti_1'),
  setupIntentClientSecret: fromProviderState('${setupIntentClientSecret}', 'seti_1_secret_1'),
  paymentMethodId: fromProviderState('${paymentMethodId}', 'pm_1'),
}
/** The path of the user's own subscription, and what is under it. */
export const ownSubscriptionPath = (part = '') => {
  const all = '/api/v1/iap_subscriptions/stripe/subscriptions'
  return fromProviderState<string>(
    `${all}/\${subscriptionId}${part}`,
    `${all}/${subscriptionId}${part}`,
  )
}
/** As the site orders it. */
export const previewedChange = (productId: string) => ({
  productId,
  previewId: fromProviderState('${previewId}', 'preview_1'),
  consent: shownTerms,
})
export const chosenPromotion = {
  promotionCodeId: fromProviderState('${promotionCodeId}', 'promo_1'),
}
