import type { Answers } from '#admin-api/domain/questionnaire.ts'
import { calculate, questionnaires } from '#admin-api/domain/scoring.ts'

/** Good answers to the survey: every pillar somewhere in the middle. */
export const surveyAnswers = {
  'intro-picture': 'winding-path',
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
}

/** Answers all sixteen statements with `value`, except those in `others`. */
export const beliefAnswers = (
  value: number,
  others: Readonly<Record<string, number>> = {},
): Record<string, number> => ({
  ...Object.fromEntries(questionnaires.money_belief.questions.map(({ id }) => [id, value])),
  ...others,
})

/** What is wrong with the answers: the path and the code of each error. */
export const errorsOf = (kind: 'survey' | 'money_belief', answers: Answers, version = '1') => {
  const calculation = calculate(kind, version, answers)
  return calculation.kind === 'rejected'
    ? calculation.errors.map(({ path, code }) => [path, code])
    : []
}
