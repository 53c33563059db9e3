import { describe, expect, it } from 'vitest'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import {
  drawVariant,
  emptySignUpData,
  emptyUserData,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import { annual, aProfile, aSubscription, aVisitor, welcome20 } from '#tests/support/a-visitor.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'

const pillar = {
  id: 'save',
  score: 50,
  band: 'coping',
  advice: 'Save.',
  answers: [{ question: 'months', points: 50 }],
}
const surveyResult = {
  kind: 'survey',
  version: '1',
  score: 61,
  band: 'coping',
  headline: 'Afloat',
  summary: 'A base.',
  introPicture: 'calm-lake',
  pillars: [pillar],
  nextSteps: [{ title: 'Save', text: 'A little.' }],
}
const belief = {
  id: 'worship',
  score: 3.5,
  level: 'moderate',
  summary: 'So so.',
  behaviors: ['Spends'],
  steps: ['Wait'],
  answers: [{ question: 'belief-01', value: 4 }],
}
const beliefResult = {
  kind: 'money_belief',
  version: '1',
  dominant: 'worship',
  beliefs: [{ ...belief, id: 'status', score: 6 }, belief],
}
const subscriber = {
  first_seen: '2026-11-21T00:00:00Z',
  entitlements: { coaching: { expires_date: null, product_identifier: 'annual' } },
  subscriptions: { annual: { expires_date: '2027-11-21T00:00:00Z' } },
}

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => now.getTime() - days * 24 * 60 * 60 * 1000

describe('persisted sign-up data', () => {
  it.each([null, undefined, 'garbage', 7, [], { survey: 'x', visitedSteps: {}, billingEmail: 3 }])(
    'falls back to the defaults for %j',
    (stored) => expect(restoreSignUpData(stored, now)).toEqual(emptySignUpData),
  )

  it('keeps the valid fields and defaults the others', () => {
    const restored = restoreSignUpData(
      { billingEmail: 'ada@example.com', survey: { answers: { a: 1 }, introPicture: 4 } },
      now,
    )
    expect(restored.billingEmail).toBe('ada@example.com')
    expect(restored.survey).toEqual({ answers: { a: 1 }, diagnosis: null, introPicture: '' })
  })

  it.each([
    ['stripePromotionCode', 5],
    ['stripePromotionCode', { id: 'p' }],
    ['subscriptionProduct', { id: 'annual', name: 'Annual', price: '89.99', features: [] }],
    ['surveyQuestions', { version: '1' }],
    ['lastVisitedTimeStamp', {}],
  ])('drops a value that no screen could use: %s as %j', (field, value) => {
    expect(restoreSignUpData({ [field]: value }, now)).toEqual(emptySignUpData)
  })

  it('keeps questions without `why`, and drops optional fields that are invalid', () => {
    const old = { kind: 'survey', version: '1', questions: [aQuestion('multiple')] }
    expect(restoreSignUpData({ surveyQuestions: old }, now).surveyQuestions).toEqual(old)
    const odd = { ...aQuestion('number'), why: { text: 'x' }, suggestions: 'x', declinable: 1 }
    expect(
      restoreSignUpData({ surveyQuestions: { ...old, questions: [odd] } }, now).surveyQuestions,
    ).toEqual({ ...old, questions: [aQuestion('number')] })
  })

  it('keeps a declined answer', () => {
    const survey = { answers: { debts: 'prefer-not-to-say' }, diagnosis: null, introPicture: '' }
    expect(restoreSignUpData({ survey }, now).survey).toEqual(survey)
  })

  it('drops an invalid diagnosis and keeps the answers', () => {
    const restored = restoreSignUpData(
      { survey: { answers: { a: 1 }, diagnosis: {}, introPicture: 'juggler' } },
      now,
    )
    expect(restored.survey).toEqual({ answers: { a: 1 }, diagnosis: null, introPicture: 'juggler' })
  })

  it('keeps a survey as completed only with its result', () => {
    const survey = { answers: {}, diagnosis: null, introPicture: '' }
    expect(restoreSignUpData({ isSurveyCompleted: true, survey }, now).isSurveyCompleted).toBe(
      false,
    )
  })

  it('keeps valid journeys, steps, positions, pauses and drafts, and drops their invalid parts', () => {
    const stored = {
      journey: 'enroll',
      visitedSteps: ['payment', 'nonsense', 7],
      furthest: { 'sign-up': 1.5, enroll: 'far', elsewhere: 2, assessment: -1 },
      seenPauses: ['bills-on-time', 7],
      drafts: { details: { firstName: 'Ada', birthYear: 1990 }, broken: 7 },
    }
    expect(restoreSignUpData(stored, now)).toEqual({
      ...emptySignUpData,
      journey: 'enroll',
      visitedSteps: ['payment'],
      furthest: { 'sign-up': 1.5 },
      seenPauses: ['bills-on-time'],
      drafts: { details: { firstName: 'Ada' }, broken: {} },
    })
  })

  it('keeps valid unsaved results, and drops invalid ones', () => {
    const unsavedResults = { survey: 'diagnosis-1', moneyBelief: null }
    expect(restoreSignUpData({ unsavedResults }, now)).toMatchObject({ unsavedResults })
    for (const other of [['survey'], { survey: 7 }])
      expect(restoreSignUpData({ unsavedResults: other }, now).unsavedResults).toEqual({})
  })

  it.each(['checkout', 'constructor', 7])(
    'falls back to the sign-up for the journey %j',
    (journey) => {
      expect(restoreSignUpData({ journey }, now).journey).toBe('sign-up')
    },
  )

  it('keeps every kind of answer and drops anything else', () => {
    const answers = {
      text: 'a',
      list: ['a', 'b'],
      number: 3,
      flag: true,
      mixed: ['a', 1],
      nothing: null,
      infinite: Infinity,
    }
    const kept = { text: 'a', list: ['a', 'b'], number: 3 }
    const restored = restoreSignUpData({ survey: { answers }, moneyBelief: { answers } }, now)
    expect([restored.survey.answers, restored.moneyBelief.answers]).toEqual([kept, kept])
  })

  it('keeps everything that is valid', () => {
    const stored = {
      ...emptySignUpData,
      accountCreated: true,
      uncountedAccount: 'sign-up',
      isSurveyCompleted: true,
      isBeliefResultShown: true,
      billingEmail: 'ada@example.com',
      survey: { answers: { a: 'b' }, diagnosis: surveyResult, introPicture: 'juggler' },
      moneyBelief: { answers: { b: 3 }, diagnosis: beliefResult },
      surveyQuestions: { kind: 'survey', version: '1', questions: [aQuestion('single')] },
      moneyBeliefQuestions: { kind: 'money_belief', version: '1', questions: [aQuestion('scale')] },
      rcSubscriber: subscriber,
      stripeSetupIntent: { id: 'seti_1', clientSecret: 'secret' },
      stripeSubscription: aSubscription({ discount: welcome20 }),
      subscriptionProduct: annual,
      stripePaymentMethodId: 'pm_1',
      stripePromotionCode: {
        id: 'p',
        code: 'X',
        amountOff: { amount: 5, currency: 'usd' },
        duration: 'repeating',
        months: 3,
      },
      lastVisitedTimeStamp: daysAgo(1),
      startedTimeStamp: daysAgo(2),
      verificationMailTimeStamp: 0,
    }
    expect(restoreSignUpData(JSON.parse(JSON.stringify(stored)), now)).toEqual(stored)
  })

  it.each<[string, string, unknown]>([
    [
      'a pillar with an unknown name',
      'survey',
      { diagnosis: { ...surveyResult, pillars: [{ ...pillar, id: 'earn' }] } },
    ],
    [
      'a pillar with more than 100 points',
      'survey',
      { diagnosis: { ...surveyResult, pillars: [{ ...pillar, score: 101 }] } },
    ],
    [
      'a pillar without its evidence',
      'survey',
      { diagnosis: { ...surveyResult, pillars: [{ ...pillar, answers: [{ question: 'a' }] }] } },
    ],
    ['a survey score below 0', 'survey', { diagnosis: { ...surveyResult, score: -1 } }],
    [
      'a next step without its text',
      'survey',
      { diagnosis: { ...surveyResult, nextSteps: [{ title: 'Save' }] } },
    ],
    [
      'a survey result of another kind',
      'survey',
      { diagnosis: { ...surveyResult, kind: 'money_belief' } },
    ],
    [
      'a belief result without its dominant belief',
      'moneyBelief',
      { diagnosis: { ...beliefResult, dominant: 'avoidance' } },
    ],
    [
      'a belief result whose beliefs are not a list',
      'moneyBelief',
      { diagnosis: { ...beliefResult, beliefs: {} } },
    ],
    [
      'a belief with a score above 6',
      'moneyBelief',
      { diagnosis: { ...beliefResult, beliefs: [{ ...belief, score: 6.1 }] } },
    ],
    [
      'a belief with an unknown level',
      'moneyBelief',
      { diagnosis: { ...beliefResult, beliefs: [{ ...belief, level: 'top' }] } },
    ],
    [
      'a currency of four letters',
      'subscriptionProduct',
      { ...annual, price: { amount: 5, currency: 'usdt' } },
    ],
    [
      'a currency that is not text',
      'subscriptionProduct',
      { ...annual, price: { amount: 5, currency: 7 } },
    ],
    [
      'a price with a fraction of a cent',
      'subscriptionProduct',
      { ...annual, price: { amount: 0.5, currency: 'usd' } },
    ],
    ['a trial of more than a century', 'subscriptionProduct', { ...annual, trialDays: 36_501 }],
    [
      'a discount of more than 100 percent',
      'stripePromotionCode',
      { ...welcome20, percentOff: 101 },
    ],
    ['a promotion for zero months', 'stripePromotionCode', { ...welcome20, months: 0 }],
    [
      'a subscription whose period has no end',
      'stripeSubscription',
      aSubscription({ currentPeriodEnd: 'soon' }),
    ],
    [
      'a subscription whose trial ends on a number',
      'stripeSubscription',
      { ...aSubscription(), trialEnd: 5 },
    ],
    [
      'a subscription with an unknown status',
      'stripeSubscription',
      { ...aSubscription(), status: 'lost' },
    ],
    [
      'a subscriber with entitlements in a list',
      'rcSubscriber',
      { ...subscriber, entitlements: [] },
    ],
    [
      'an entitlement without its product',
      'rcSubscriber',
      { ...subscriber, entitlements: { coaching: { expires_date: null } } },
    ],
    [
      'questions of another kind',
      'surveyQuestions',
      { kind: 'money_belief', version: '1', questions: [] },
    ],
    [
      'a question that cannot be asked',
      'surveyQuestions',
      { kind: 'survey', version: '1', questions: [{}] },
    ],
    ['an intent without its secret', 'stripeSetupIntent', { id: 'seti_1' }],
    ['an account of a journey that creates none', 'uncountedAccount', 'assessment'],
    ['a time before 1970', 'startedTimeStamp', -1],
    ['a time that no date can hold', 'startedTimeStamp', 8.64e15 + 2],
  ])('drops %s', (_, field, value) => {
    expect(restoreSignUpData({ [field]: value }, now)).toEqual(emptySignUpData)
  })

  it('drops unknown fields', () => {
    expect(restoreSignUpData({ password: 'Secret77' }, now)).not.toHaveProperty('password')
  })

  it('is kept for 30 days and then dropped, including the promotion code', () => {
    const stored = {
      ...emptySignUpData,
      stripePromotionCode: { id: 'p', code: 'X', duration: 'once' },
    }
    expect(
      restoreSignUpData({ ...stored, lastVisitedTimeStamp: daysAgo(30) }, now).stripePromotionCode,
    ).not.toBeNull()
    expect(restoreSignUpData({ ...stored, lastVisitedTimeStamp: daysAgo(31) }, now)).toEqual(
      emptySignUpData,
    )
  })
})

describe('the result variant', () => {
  it('is kept once drawn', () => {
    expect(restoreAbTesting({ moneyBeliefResultVariant: '3 Steps' }, 0.1)).toEqual({
      moneyBeliefResultVariant: '3 Steps',
    })
    expect(restoreAbTesting({ moneyBeliefResultVariant: '1 Step' }, 0.9)).toEqual({
      moneyBeliefResultVariant: '1 Step',
    })
  })

  it('is drawn again when the stored one is unknown', () => {
    expect(restoreAbTesting({ moneyBeliefResultVariant: '2 Steps' }, 0.1)).toEqual({
      moneyBeliefResultVariant: '1 Step',
    })
  })

  it('has even odds', () => {
    expect([0, 0.499].map(drawVariant)).toEqual(['1 Step', '1 Step'])
    expect([0.5, 0.999].map(drawVariant)).toEqual(['3 Steps', '3 Steps'])
  })

  it.each([1, 2, 3])(
    'splits 10,000 visitors in half, within three standard errors (seed %i)',
    (seed) => {
      const visitors = 10_000
      const clock = createMemoryClock()
      const { below } = seededRandom(seed)
      const chances = Array.from({ length: visitors }, () => below(2 ** 32) / 2 ** 32)
      clock.rollDice(chances[0] ?? 0, ...chances.slice(1))
      const drawn = chances.map(
        () => restoreAbTesting(null, clock.random()).moneyBeliefResultVariant,
      )
      const share = drawn.filter((variant) => variant === '1 Step').length / visitors
      expect(Math.abs(share - 0.5)).toBeLessThan(3 * Math.sqrt(0.25 / visitors))
      expect(new Set(drawn)).toEqual(new Set(['1 Step', '3 Steps']))
    },
  )
})

it('restoreUserData keeps the valid fields and defaults the others', () => {
  expect(restoreUserData({ profile: 'x', userId: 7, lastUpdatedTimestamp: 5 })).toEqual({
    ...emptyUserData,
    lastUpdatedTimestamp: 5,
  })
  expect(restoreUserData({ userId: 'uid' }).userId).toBe('uid')
  expect(restoreUserData(null)).toEqual(emptyUserData)
})

it('restoreUserData keeps a complete profile, and drops one with an invalid part', () => {
  const full = aProfile({
    firstName: 'Ada',
    birthYear: 1990,
    phone: '+442079460958',
    subscription: aSubscription(),
  })
  const { profile } = aVisitor().whoAnsweredElsewhere().state
  const known = {
    ...full,
    diagnoses: { survey: profile?.diagnoses.survey ?? null, moneyBelief: null },
  }
  expect(restoreUserData({ profile: known, userId: 'uid' })).toEqual({
    ...emptyUserData,
    profile: known,
    userId: 'uid',
  })
  const swapped = { ...full, diagnoses: { survey: null, moneyBelief: known.diagnoses.survey } }
  for (const broken of [
    { ...full, email: null },
    { ...full, birthYear: 1990.5 },
    { ...full, createdAt: 'never' },
    swapped,
  ]) {
    expect(restoreUserData({ profile: broken })).toEqual(emptyUserData)
  }
})
