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

/** The answer "prefer not to say", valid for a declinable question of any type. */
export const DECLINED = 'prefer-not-to-say'

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
export const pillarIds = ['spend', 'save', 'borrow', 'plan'] as const
export type PillarId = (typeof pillarIds)[number]

export type SurveyResult = {
  readonly kind: 'survey'
  readonly version: string
  /** 0–100. */
  readonly score: number
  readonly band: Band
  readonly headline: string
  readonly summary: string
  readonly introPicture: string
  /** Omits pillars whose questions the visitor declined to answer. */
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
 * The questions that everybody is asked at the same position: those before the first one that
 * depends on an answer.
 */
export const questionsForAll = (questions: readonly Question[]): readonly Question[] => {
  const dependent = questions.findIndex(({ showWhen }) => showWhen !== undefined)
  return dependent === -1 ? questions : questions.slice(0, dependent)
}

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

/** Whether the answer is valid for the question. */
export const isAnswerTo = (question: Question, answer: Answer | undefined): boolean => {
  if (question.declinable && answer === DECLINED) return true
  switch (question.type) {
    case 'number':
    case 'scale':
      return (
        typeof answer === 'number' &&
        Number.isInteger(answer) &&
        answer >= question.min &&
        answer <= question.max
      )
    case 'single':
    case 'picture':
      return question.options.some(({ id }) => id === answer)
    case 'multiple': {
      if (!Array.isArray(answer) || answer.length === 0) return false
      const known = question.options.filter(({ id }) => answer.includes(id))
      const isAlone = answer.length === 1 || !known.some(({ exclusive }) => exclusive)
      return known.length === answer.length && isAlone
    }
  }
}

/** The answers that are valid and whose questions still apply. */
export const applicableAnswers = (questions: readonly Question[], answers: Answers): Answers =>
  Object.fromEntries(
    applicableQuestions(questions, answers).flatMap((question) => {
      const answer = answers[question.id]
      return answer !== undefined && isAnswerTo(question, answer) ? [[question.id, answer]] : []
    }),
  )

/** Whether two sets of answers are equal, in any order. */
export const areSameAnswers = (one: Answers, other: Answers): boolean => {
  const ids = Object.keys(one)
  return (
    ids.length === Object.keys(other).length &&
    ids.every((id) => JSON.stringify(one[id]) === JSON.stringify(other[id]))
  )
}

/**
 * The first applicable required question without an answer, 1-based; null when all are answered.
 */
export const firstOpenStep = (questions: readonly Question[], answers: Answers): number | null => {
  const index = applicableQuestions(questions, answers).findIndex(
    (question) => question.required && !isAnswerTo(question, answers[question.id]),
  )
  return index === -1 ? null : index + 1
}
