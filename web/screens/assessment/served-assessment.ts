import { expectedCount } from '#core/model/survey.ts'
import type { Questionnaire } from '#core/model/survey.ts'

/** What the server gives a questionnaire's page. */
export type ServedAssessment = {
  /** Null while the admin API is unavailable: the page fetches it again in the browser. */
  readonly questionnaire: Questionnaire | null
  /** The number of the question that the URL names; null where it names none. */
  readonly step: string | null
}

type Place = { readonly number: number; readonly total: number }

/** Null is the result. */
export const surveyTitle = (place: Place | null): string =>
  place === null
    ? 'Your result'
    : place.total === 0
      ? 'Check-up'
      : `Question ${place.number} of ${place.total}`

export const moneyBeliefTitle = ({ number, total }: Place): string =>
  total === 0 ? 'Money beliefs' : `Statement ${number} of ${total}`

/** The position on the server, which knows no answers, so the URL alone decides. */
export const servedPlace = ({ questionnaire, step }: ServedAssessment): Place => {
  const total = expectedCount(questionnaire?.questions ?? [], {})
  const asked = step !== null && /^\d{1,3}$/.test(step) ? Number(step) : 1
  return { number: Math.min(Math.max(asked, 1), Math.max(total, 1)), total }
}
