import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { Question } from './question.ts'
import type { Answers, Questionnaire } from './survey.ts'

/** Whether a pause follows the question: halfway, and at the end of the survey. */
const hasPause = ({ kind, questions }: Questionnaire, id: string): boolean => {
  const place = questions.findIndex((question) => question.id === id) + 1
  return (
    place === Math.ceil(questions.length / 2) || (kind === 'survey' && place === questions.length)
  )
}

/** The ids of the questions after which the visitor pauses, in order. */
export const pausesOf = (questionnaire: Questionnaire): readonly string[] =>
  questionnaire.questions.map(({ id }) => id).filter((id) => hasPause(questionnaire, id))

/** Whether the visitor pauses now that the question is answered. Each pause is shown once. */
export const isPauseDue = (
  { seenPauses }: SignUpData,
  questionnaire: Questionnaire,
  { id }: Question,
): boolean => hasPause(questionnaire, id) && !seenPauses.includes(id)

/** Records that the pause after the question is on screen. */
export const seePause = ({ seenPauses }: SignUpData, { id }: Question): SignUpChanges => ({
  seenPauses: [...seenPauses, id],
})

/** A statement and the point on its scale that the visitor chose. */
export type Agreement = { readonly question: Question; readonly value: number }

/** The answers to statements so far, in their order. */
export const agreements = (
  questions: readonly Question[],
  answers: Answers,
): readonly Agreement[] =>
  questions.flatMap((question) => {
    const value = answers[question.id]
    return question.type === 'scale' && typeof value === 'number' ? [{ question, value }] : []
  })
