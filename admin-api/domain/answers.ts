import { DECLINED, isNumeric } from './questionnaire.ts'
import type {
  Answer,
  Answers,
  ChoiceQuestion,
  NumberQuestion,
  Question,
  Questionnaire,
} from './questionnaire.ts'

/** One wrong field of a request. `path` is dotted, such as `answers.main-goal`. */
export type FieldProblem = {
  readonly path: string
  readonly code: string
  readonly message: string
}

type Checked = { readonly answers: Answers; readonly errors: readonly FieldProblem[] }

const chosen = (answer: Answer | undefined): readonly string[] =>
  typeof answer === 'string' ? [answer] : Array.isArray(answer) ? answer : []

const applies = ({ showWhen }: Question, kept: ReadonlyMap<string, Answer>): boolean =>
  showWhen === undefined ||
  chosen(kept.get(showWhen.question)).some((option) => showWhen.anyOf.includes(option))

const numberError = ({ min, max }: NumberQuestion, answer: Answer): [string, string] | null => {
  if (typeof answer !== 'number' || !Number.isInteger(answer))
    return ['answer/wrong-type', 'The answer must be a whole number.']
  return answer < min || answer > max
    ? ['answer/out-of-range', `The answer must be from ${min} to ${max}.`]
    : null
}

const choiceError = (question: ChoiceQuestion, answer: Answer): [string, string] | null => {
  const wantsSeveral = question.type === 'multiple'
  if (wantsSeveral ? !Array.isArray(answer) : typeof answer !== 'string') {
    return [
      'answer/wrong-type',
      wantsSeveral ? 'The answer must be a list of options.' : 'The answer must be one option.',
    ]
  }
  const ids = chosen(answer)
  const known = question.options.filter(({ id }) => ids.includes(id))
  if (known.length < new Set(ids).size)
    return ['answer/unknown-option', 'The answer holds an option that does not exist.']
  if (new Set(ids).size < ids.length)
    return ['answer/repeated-option', 'The answer holds an option twice.']
  if (ids.length > 1 && known.some(({ exclusive }) => exclusive)) {
    return ['answer/exclusive-option', 'One of these options can only be chosen alone.']
  }
  return null
}

const problemOf = (question: Question, answer: Answer): [string, string] | null => {
  if (question.declinable && answer === DECLINED) return null
  return isNumeric(question) ? numberError(question, answer) : choiceError(question, answer)
}

/**
 * The answers that apply, options in the questionnaire's order, and one error for each that is
 * missing, unknown or wrong. Paths are `answers.<question id>`. An answer whose question no longer
 * applies is dropped, whatever it holds.
 */
export const checkAnswers = ({ questions }: Questionnaire, given: Answers): Checked => {
  const kept = new Map<string, Answer>()
  const errors: FieldProblem[] = []
  const refuse = (id: string, code: string, message: string) =>
    errors.push({ path: `answers.${id}`, code, message })

  for (const question of questions) {
    if (!applies(question, kept)) continue
    const answer = Object.hasOwn(given, question.id) ? given[question.id] : undefined
    if (answer === undefined || answer === '' || (Array.isArray(answer) && answer.length === 0)) {
      if (question.required)
        refuse(question.id, 'answer/required', 'This question needs an answer.')
      continue
    }
    const problem = problemOf(question, answer)
    if (problem !== null) refuse(question.id, ...problem)
    else if (!isNumeric(question) && Array.isArray(answer)) {
      kept.set(
        question.id,
        question.options.map(({ id }) => id).filter((id) => chosen(answer).includes(id)),
      )
    } else kept.set(question.id, answer)
  }

  const known = new Set(questions.map(({ id }) => id))
  for (const id of Object.keys(given)) {
    if (!known.has(id)) refuse(id, 'answer/unknown-question', 'There is no such question.')
  }
  return { answers: Object.fromEntries(kept), errors }
}
