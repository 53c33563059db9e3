import { isRecord as isMembers } from './shape.ts'

type Asked = {
  readonly id: string
  readonly prompt: string
  readonly help?: string
  /** Why it is asked, and who learns the answer. */
  readonly why?: string
  readonly required: boolean
  /** Accepts `DECLINED` as an answer. */
  readonly declinable?: boolean
  readonly showWhen?: { readonly question: string; readonly anyOf: readonly string[] }
}

export type Option = {
  readonly id: string
  readonly label: string
  /** In a multiple choice: cannot be chosen together with another. */
  readonly exclusive?: boolean
}

export type Suggestion = { readonly value: number; readonly label: string }

type Choice = Asked & { readonly options: readonly Option[] }
/** Whole numbers, both inclusive. */
type Range = Asked & { readonly min: number; readonly max: number }

export type SingleQuestion = Choice & { readonly type: 'single' }
export type MultipleQuestion = Choice & { readonly type: 'multiple' }
export type PictureQuestion = Choice & { readonly type: 'picture' }
export type NumberQuestion = Range & {
  readonly type: 'number'
  /** What the number counts: "months". */
  readonly unit?: string
  /** What the highest number means. */
  readonly maxLabel?: string
  /** Values to pick instead of typing one; a label may stand for a range. */
  readonly suggestions?: readonly Suggestion[]
}
/** `minLabel` and `maxLabel` say what the two ends mean. */
export type ScaleQuestion = Range & {
  readonly type: 'scale'
  readonly minLabel: string
  readonly maxLabel: string
}

export type Question =
  SingleQuestion | MultipleQuestion | PictureQuestion | NumberQuestion | ScaleQuestion
export type QuestionType = Question['type']

/** The largest difference between the ends of a scale, so that its points fit on a screen. */
const MOST_POINTS = 20

type Members = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isWhole = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value)

const readAsked = (members: Members): Asked | null => {
  const { id, prompt, help, why, required, declinable, showWhen } = members
  if (!isText(id) || !isText(prompt) || typeof required !== 'boolean') return null
  const asked = {
    id,
    prompt,
    required,
    ...(isText(help) && { help }),
    ...(isText(why) && { why }),
    ...(declinable === true && { declinable }),
  }
  if (showWhen === undefined) return asked
  if (!isMembers(showWhen) || !isText(showWhen.question) || !isTexts(showWhen.anyOf)) return null
  return { ...asked, showWhen: { question: showWhen.question, anyOf: showWhen.anyOf } }
}

const readChoice = (members: Members): Choice | null => {
  const asked = readAsked(members)
  const { options } = members
  if (asked === null || !Array.isArray(options) || options.length === 0) return null
  const read = options.flatMap((each: unknown) =>
    isMembers(each) && isText(each.id) && isText(each.label)
      ? [{ id: each.id, label: each.label, ...(each.exclusive === true && { exclusive: true }) }]
      : [],
  )
  return read.length === options.length ? { ...asked, options: read } : null
}

const readRange = (members: Members): Range | null => {
  const asked = readAsked(members)
  const { min, max } = members
  return asked !== null && isWhole(min) && isWhole(max) && min <= max
    ? { ...asked, min, max }
    : null
}

/** Reads the suggested answers, without those outside the question's range. */
const readSuggestions = (value: unknown, { min, max }: Range): readonly Suggestion[] =>
  Array.isArray(value)
    ? value.flatMap((each: unknown) =>
        isMembers(each) &&
        isText(each.label) &&
        isWhole(each.value) &&
        each.value >= min &&
        each.value <= max
          ? [{ value: each.value, label: each.label }]
          : [],
      )
    : []

const typed = <Type extends string, T extends object>(type: Type, members: T | null) =>
  members && { ...members, type }

const readers: {
  readonly [Type in QuestionType]: (members: Members) => Extract<Question, { type: Type }> | null
} = {
  single: (members) => typed('single', readChoice(members)),
  multiple: (members) => typed('multiple', readChoice(members)),
  picture: (members) => typed('picture', readChoice(members)),
  number: (members) => {
    const range = readRange(members)
    const suggestions = range ? readSuggestions(members.suggestions, range) : []
    const { unit, maxLabel } = members
    return typed(
      'number',
      range && {
        ...range,
        ...(isText(unit) && { unit }),
        ...(isText(maxLabel) && { maxLabel }),
        ...(suggestions.length > 0 && { suggestions }),
      },
    )
  },
  scale: (members) => {
    const { minLabel, maxLabel } = members
    const range = readRange(members)
    return range && range.max - range.min <= MOST_POINTS && isText(minLabel) && isText(maxLabel)
      ? { ...range, type: 'scale', minLabel, maxLabel }
      : null
  },
}

const isType = (value: unknown): value is QuestionType =>
  isText(value) && Object.hasOwn(readers, value)

/** Reads a question from an untrusted value; null when it is not valid. */
export const readQuestion = (value: unknown): Question | null =>
  isMembers(value) && isType(value.type) ? readers[value.type](value) : null
