import type { BeliefResult } from './money-belief.ts'
import type { Question } from './question.ts'
import type { Answer, Answers, Questionnaire, SurveyResult } from './survey.ts'

/** One answer behind a score. */
export type Evidence = {
  readonly question: string
  readonly prompt: string
  /** The answer in the words of the question; null when it is no longer known. */
  readonly answer: string | null
  /** The points it gave: 0–100 for a pillar, 1–6 for a belief. */
  readonly counted: number
}

/**
 * The answer in the question's own words: option labels, or the number with its unit. Null without
 * an answer.
 */
export const answerWords = (question: Question, answer: Answer | undefined): string | null => {
  if (answer === undefined) return null
  switch (question.type) {
    case 'number': {
      const { suggestions, unit = '' } = question
      const label = suggestions?.find(({ value }) => value === answer)?.label ?? String(answer)
      return `${label} ${label === '1' ? unit.replace(/s$/, '') : unit}`.trimEnd()
    }
    case 'scale':
      return String(answer)
    case 'single':
    case 'multiple':
    case 'picture': {
      const chosen = Array.isArray(answer) ? answer : [answer]
      return chosen
        .map((id) => question.options.find((option) => option.id === id)?.label ?? id)
        .join(', ')
    }
  }
}

type Scored = { readonly question: string; readonly counted: number }

const evidenceOf = (
  scored: readonly Scored[],
  { questions }: Questionnaire,
  answers: Answers,
): readonly Evidence[] =>
  scored.flatMap(({ question: id, counted }) => {
    const question = questions.find((each) => each.id === id)
    return question
      ? [
          {
            question: id,
            prompt: question.prompt,
            answer: answerWords(question, answers[id]),
            counted,
          },
        ]
      : []
  })

/**
 * The answers that made a pillar's score, which is their mean. Questions of another version are
 * omitted.
 */
export const pillarEvidence = (
  pillar: Pick<SurveyResult['pillars'][number], 'answers'>,
  questionnaire: Questionnaire,
  answers: Answers,
): readonly Evidence[] =>
  evidenceOf(
    pillar.answers.map(({ question, points }) => ({ question, counted: points })),
    questionnaire,
    answers,
  )

/**
 * Returns the answers whose mean is the belief's score. Skips statements of another version.
 */
export const beliefEvidence = (
  belief: Pick<BeliefResult['beliefs'][number], 'answers'>,
  questionnaire: Questionnaire,
  answers: Answers,
): readonly Evidence[] =>
  evidenceOf(
    belief.answers.map(({ question, value }) => ({ question, counted: value })),
    questionnaire,
    answers,
  )
