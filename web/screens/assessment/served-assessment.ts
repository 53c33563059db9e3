import { expectedCount, questionsForAll } from '#core/model/survey.ts'
import type { Question } from '#core/model/question.ts'
import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'

/** The value of `step` in the URL for the result. */
export const RESULT = 'result'

/** The server's data for the page of a questionnaire. */
export type ServedAssessment = {
  /** Null while the admin API is unavailable: the page fetches it again in the browser. */
  readonly questionnaire: Questionnaire | null
  /** The number of the question that the URL names; null if it names none. */
  readonly step: string | null
}

type Place = { readonly number: number; readonly total: number }

/** The page title at a place in the survey; null stands for the result. */
export const surveyTitle = (place: Place | null): string =>
  place === null
    ? 'Your result'
    : place.total === 0
      ? 'Check-up'
      : `Question ${place.number} of ${place.total}`

export const moneyBeliefTitle = ({ number, total }: Place): string =>
  total === 0 ? 'Money beliefs' : `Statement ${number} of ${total}`

export const titles = { survey: surveyTitle, money_belief: moneyBeliefTitle } as const

/** The completed share of the step, 0 to 1. For the survey, its result is one more screen. */
export const passedOf = (kind: DiagnosisKind, { number, total }: Place): number =>
  total === 0 ? 0 : (number - 1) / (kind === 'survey' ? total + 1 : total)

const askedNumber = (step: string | null, total: number): number =>
  step === RESULT ? total : step !== null && /^\d{1,3}$/.test(step) ? Number(step) : 1

/** The position on the server, which knows no answers, so only the URL decides. */
export const servedPlace = ({ questionnaire, step }: ServedAssessment): Place => {
  const total = expectedCount(questionnaire?.questions ?? [], {})
  const asked = askedNumber(step, total)
  return { number: Math.min(Math.max(asked, 1), Math.max(total, 1)), total }
}

/** The question at a position; null if it depends on answers that the server does not know. */
export const servedQuestion = (
  questionnaire: Questionnaire | null,
  { number }: Place,
): Question | null => questionsForAll(questionnaire?.questions ?? [])[number - 1] ?? null
