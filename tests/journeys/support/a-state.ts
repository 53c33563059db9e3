import type { BeliefResult } from '#core/model/money-belief.ts'
import { pausesOf } from '#core/model/pauses.ts'
import {
  emptySignUpData,
  emptyUserData,
  PERSISTED_STATE_VERSION,
} from '#core/model/persisted-state.ts'
import type { MoneyBeliefResultVariant, SignUpData } from '#core/model/persisted-state.ts'
import type { Product } from '#core/model/plan.ts'
import type { Question } from '#core/model/question.ts'
import { applicableAnswers } from '#core/model/survey.ts'
import type { Answers, Questionnaire, SurveyResult } from '#core/model/survey.ts'
import { answersTo } from '#tests/support/questions.ts'
import type { Records } from './records.ts'

/**
 * How far a visitor has got before the test begins. `signed-out`: they created an account on this
 * device.
 */
export type Reached =
  'nothing' | 'money-belief' | 'choose-subscription-plan' | 'create-account' | 'signed-out'

/**
 * Points above the lowest answer. The beliefs take turns at the questions and score 5, 3, 1 and 4,
 * so two are loud.
 */
export const twoLoud = [4, 2, 0, 3]

/** Answers to the statements, which belong to the four beliefs in turn. */
export const agreeing = (...values: readonly number[]): Answers =>
  Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [
      `belief-${String(index + 1).padStart(2, '0')}`,
      values[index % values.length] ?? 1,
    ]),
  )

/** The longest words for a result: three lowest areas, three loudest beliefs, the longest goal. */
export const longResult: Answers = {
  ...agreeing(1, 6, 6, 6),
  'main-goal': 'big-purchase',
  'spending-vs-income': 'much-more',
  'bills-on-time': 'very-few',
  'emergency-savings': 0,
  'long-term-confidence': 'not-at-all',
  'debt-kinds': ['payday-loan'],
  'debt-manageable': 'far-more',
  'planning-ahead': 'day-by-day',
}

const placeOf = ({ type }: Question, index: number): number => {
  switch (type) {
    case 'single':
    case 'picture':
      return 1
    case 'multiple':
      return 0
    case 'scale':
      return twoLoud[index % twoLoud.length] ?? 0
    case 'number':
      return 2
  }
}

const results = new Map<string, unknown>()

/**
 * Calculates each result only once: one calculation per visitor would exceed the admin API's limit
 * per address and minute.
 */
const calculate = async <T>(
  records: Records,
  { kind, version }: Questionnaire,
  answers: Answers,
): Promise<T> => {
  const body = JSON.stringify({ kind, version, answers })
  const result =
    results.get(body) ??
    (await records.ask('coaching/diagnosis/public/calculate', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }))
  results.set(body, result)
  return result as T
}

const signUpDataOf = async (
  records: Records,
  reached: Reached,
  variant: MoneyBeliefResultVariant,
  given: Answers,
): Promise<SignUpData> => {
  const answersOf = (questionnaire: Questionnaire) =>
    applicableAnswers(questionnaire.questions, { ...answersTo(questionnaire, placeOf), ...given })
  if (reached === 'nothing') return emptySignUpData
  const survey = await records.ask<Questionnaire>('coaching/diagnosis/public/questions?kind=survey')
  const surveyAnswers = answersOf(survey)
  const now = Date.now()
  const begun: SignUpData = {
    ...emptySignUpData,
    startedTimeStamp: now,
    lastVisitedTimeStamp: now,
    surveyQuestions: survey,
    seenPauses: pausesOf(survey),
    isSurveyCompleted: true,
    survey: {
      answers: surveyAnswers,
      diagnosis: await calculate<SurveyResult>(records, survey, surveyAnswers),
      introPicture: String(Object.values(surveyAnswers)[0]),
    },
  }
  if (reached === 'money-belief') return begun
  const belief = await records.ask<Questionnaire>(
    'coaching/diagnosis/public/questions?kind=money_belief',
  )
  const beliefAnswers = answersOf(belief)
  const assessed: SignUpData = {
    ...begun,
    moneyBeliefQuestions: belief,
    seenPauses: [...begun.seenPauses, ...pausesOf(belief)],
    moneyBelief: {
      answers: beliefAnswers,
      diagnosis: await calculate<BeliefResult>(records, belief, beliefAnswers),
    },
    isBeliefResultShown: true,
    visitedSteps:
      variant === '1 Step'
        ? ['money-belief-result']
        : ['money-belief-overview', 'money-belief-behavior', 'money-belief-manage'],
  }
  if (reached === 'choose-subscription-plan') return assessed
  const { products } = await records.ask<{ products: Product[] }>('iap_subscriptions')
  return {
    ...assessed,
    subscriptionProduct: products.find(({ id }) => id === 'annual') ?? null,
    accountCreated: reached === 'signed-out',
  }
}

/**
 * PERSISTED_STATE of a visitor who got that far, with results calculated by the admin API. `given`
 * are answers that differ from the usual ones.
 */
export const aState = async (
  records: Records,
  reached: Reached,
  variant: MoneyBeliefResultVariant,
  given: Answers = {},
): Promise<string> =>
  JSON.stringify({
    abTesting: { moneyBeliefResultVariant: variant },
    signUpData: await signUpDataOf(records, reached, variant, given),
    userData: emptyUserData,
    __mps__: { version: PERSISTED_STATE_VERSION },
  })
