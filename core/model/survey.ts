import { readQuestion } from './question.ts'
import type { Question } from './question.ts'

export type DiagnosisKind = 'survey' | 'money_belief'

export type Answer = string | readonly string[] | number
export type Answers = { readonly [question: string]: Answer }

export type Questionnaire = {
  readonly kind: DiagnosisKind
  readonly version: string
  readonly questions: readonly Question[]
}

/**
 * Reads a questionnaire from an untrusted value; null when it or one of its questions is not valid.
 */
export const readQuestionnaire = (value: unknown, kind: DiagnosisKind): Questionnaire | null => {
  if (typeof value !== 'object' || value === null || !('version' in value && 'questions' in value))
    return null
  const { version, questions } = value
  if (typeof version !== 'string' || !Array.isArray(questions)) return null
  const read = questions.map(readQuestion).filter((question) => question !== null)
  return read.length > 0 && read.length === questions.length
    ? { kind, version, questions: read }
    : null
}

export type Band = 'vulnerable' | 'coping' | 'healthy'
export type PillarId = 'spend' | 'save' | 'borrow' | 'plan'

export type SurveyResult = {
  readonly kind: 'survey'
  readonly version: string
  /** 0–100. */
  readonly score: number
  readonly band: Band
  readonly headline: string
  readonly summary: string
  readonly introPicture: string
  readonly pillars: readonly {
    readonly id: PillarId
    readonly score: number
    readonly band: Band
    readonly advice: string
    readonly answers: readonly { readonly question: string; readonly points: number }[]
  }[]
  readonly nextSteps: readonly { readonly title: string; readonly text: string }[]
}

const chosen = (answer: Answer | undefined): readonly string[] =>
  typeof answer === 'string' ? [answer] : Array.isArray(answer) ? answer : []

const isMet = ({ question, anyOf }: NonNullable<Question['showWhen']>, answers: Answers): boolean =>
  chosen(answers[question]).some((option) => anyOf.includes(option))

const applies = ({ showWhen }: Question, answers: Answers): boolean =>
  showWhen === undefined || isMet(showWhen, answers)

/** The questions that apply, given the answers so far, in order. */
export const applicableQuestions = (
  questions: readonly Question[],
  answers: Answers,
): readonly Question[] => questions.filter((question) => applies(question, answers))

/**
 * The expected number of questions: those that may still apply are counted until an answer rules
 * them out.
 */
export const expectedCount = (questions: readonly Question[], answers: Answers): number =>
  questions.filter(
    ({ showWhen }) =>
      showWhen === undefined ||
      answers[showWhen.question] === undefined ||
      isMet(showWhen, answers),
  ).length

/** The answers without those to questions that do not exist or no longer apply. */
export const applicableAnswers = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(
    applicableQuestions(questions, answers).flatMap(({ id }) => {
      const answer = answers[id]
      return answer === undefined ? [] : [[id, answer]]
    }),
  )

export const isAnswered = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0)

/**
 * The first applicable required question without an answer, 1-based; null when all are answered.
 */
export const firstOpenStep = (questions: readonly Question[], answers: Answers): number | null => {
  const index = applicableQuestions(questions, answers).findIndex(
    (question) => question.required && !isAnswered(answers[question.id]),
  )
  return index === -1 ? null : index + 1
}
