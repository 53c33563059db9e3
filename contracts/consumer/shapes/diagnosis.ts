import { MatchersV3 } from '@pact-foundation/pact'
import type { Submission } from '../../states.ts'
import { moment, oneOf } from './matchers.ts'

const { arrayContaining, atLeastLike, boolean, eachLike, integer, number, string } = MatchersV3

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

/** Declines the questions about debt, so that a whole pillar has no score. */
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
  unit: string('months'),
  maxLabel: string('Three years or more'),
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

/** A result without the pillar whose questions were declined. */
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
