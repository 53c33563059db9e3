export type Kind = 'survey' | 'money_belief'
export type PillarId = 'spend' | 'save' | 'borrow' | 'plan'
export type BeliefId = 'avoidance' | 'worship' | 'status' | 'vigilance'

export type Answer = string | readonly string[] | number
export type Answers = Readonly<Record<string, Answer>>

/** The answer "prefer not to say", valid for a declinable question of any type. */
export const DECLINED = 'prefer-not-to-say'

export type Option = {
  readonly id: string
  readonly label: string
  /** 0–100 for the question's pillar; even numbers, so that a pillar's mean of two is whole. */
  readonly points?: number
  /** In a multiple choice: cannot be chosen together with another. */
  readonly exclusive?: boolean
}

type QuestionBase = {
  readonly id: string
  readonly prompt: string
  readonly help?: string
  /** Why it is asked, and who learns the answer. */
  readonly why?: string
  readonly required: boolean
  /** Accepts `DECLINED` as an answer, which is not scored. */
  readonly declinable?: boolean
  readonly showWhen?: { readonly question: string; readonly anyOf: readonly string[] }
  readonly pillar?: PillarId
  readonly belief?: BeliefId
}

export type ChoiceQuestion = QuestionBase & {
  readonly type: 'single' | 'picture' | 'multiple'
  readonly options: readonly Option[]
}

export type NumberQuestion = QuestionBase & {
  readonly type: 'scale' | 'number'
  readonly min: number
  readonly max: number
  readonly minLabel?: string
  readonly maxLabel?: string
  /** What a number counts: "months". */
  readonly unit?: string
  /** Values to pick instead of typing one; a label may stand for a range. */
  readonly suggestions?: readonly { readonly value: number; readonly label: string }[]
  /** From this value on an answer is worth 100 points; below it points grow in proportion. */
  readonly fullPointsFrom?: number
}

export type Question = ChoiceQuestion | NumberQuestion

export const isNumeric = (question: Question): question is NumberQuestion =>
  question.type === 'scale' || question.type === 'number'

export type Questionnaire = {
  readonly kind: Kind
  readonly version: string
  readonly questions: readonly Question[]
}

const publicQuestion = (question: Question) => {
  const { id, type, prompt, help, why, required, declinable, showWhen } = question
  const shared = {
    id,
    type,
    prompt,
    ...(help === undefined ? {} : { help }),
    ...(why === undefined ? {} : { why }),
    required,
    ...(declinable === undefined ? {} : { declinable }),
    ...(showWhen === undefined ? {} : { showWhen }),
  }
  if (isNumeric(question)) {
    const { min, max, minLabel, maxLabel, unit, suggestions } = question
    return {
      ...shared,
      min,
      max,
      ...(minLabel === undefined ? {} : { minLabel }),
      ...(maxLabel === undefined ? {} : { maxLabel }),
      ...(unit === undefined ? {} : { unit }),
      ...(suggestions === undefined ? {} : { suggestions }),
    }
  }
  const options = question.options.map(({ id, label, exclusive }) => ({
    id,
    label,
    ...(exclusive === undefined ? {} : { exclusive }),
  }))
  return { ...shared, options }
}

/** What a visitor may see of a questionnaire: no points, pillars or beliefs. */
export const publicQuestionnaire = ({ kind, version, questions }: Questionnaire) => ({
  kind,
  version,
  questions: questions.map(publicQuestion),
})
