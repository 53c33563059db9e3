import type { Agreement } from '#core/model/pauses.ts'
import type { Answer, Answers } from '#core/model/survey.ts'

/** What a pause tells the visitor about their answers. Skips unanswered and unknown questions. */
export type PauseWords = {
  readonly label: string
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** How favourable an answer is, which decides the heading. */
type Weight = 'good' | 'middle' | 'heavy'
type Saying = readonly [Weight, words: string]

const spending: Readonly<Record<string, Saying>> = {
  'much-less': ['good', 'You spend much less than you earn'],
  'a-little-less': ['good', 'You spend a little less than you earn'],
  'about-equal': ['middle', 'You spend about what you earn'],
  'a-little-more': ['middle', 'You spend a little more than you earn'],
  'much-more': ['heavy', 'You spend much more than you earn'],
}

const bills: Readonly<Record<string, Saying>> = {
  all: ['good', 'all your bills are paid on time'],
  'nearly-all': ['good', 'nearly all your bills are paid on time'],
  most: ['middle', 'not all your bills are paid on time'],
  some: ['heavy', 'only some of your bills are paid on time'],
  'very-few': ['heavy', 'only very few of your bills are paid on time'],
}

const debt: Readonly<Record<string, Saying>> = {
  none: ['good', 'you have none of the debts we asked about'],
  manageable: ['good', 'what you owe feels manageable'],
  'a-bit-more': ['middle', 'what you owe is a bit more than you can manage'],
  'far-more': ['heavy', 'what you owe is far more than you can manage'],
}

const of = (sayings: Readonly<Record<string, Saying>>, answer: Answer | undefined) => {
  const [option] = Array.isArray(answer) ? answer : [answer]
  return typeof option === 'string' && Object.hasOwn(sayings, option) ? sayings[option] : undefined
}

/** Months in words. The suggestions that fill in 4 and 6 say "3–5" and "6+". */
const monthWords: Readonly<Record<number, string>> = {
  1: 'about a month',
  4: '3 to 5\u00A0months',
  6: '6\u00A0months or more',
  36: 'three years or more',
}

const savings = (months: Answer | undefined): Saying | undefined => {
  if (typeof months !== 'number') return undefined
  if (months === 0) return ['middle', 'Your savings wouldn’t cover a month yet']
  const time = monthWords[months] ?? `about ${months}\u00A0months`
  return [months < 3 ? 'middle' : 'good', `Your savings would carry you for ${time}`]
}

const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Both sayings joined into one sentence, or the one that is known. */
const sentence = (first: Saying | undefined, second: Saying | undefined): readonly string[] => {
  if (!first || !second) return [first ?? second].flatMap((one) => (one ? `${upper(one[1])}.` : []))
  const isTurn = (first[0] === 'good') !== (second[0] === 'good')
  return [`${first[1]}, ${isTurn ? 'but' : 'and'} ${second[1]}.`]
}

/** The less favourable of the two; null when one is not known. */
const weightOf = (first: Saying | undefined, second: Saying | undefined): Weight | null => {
  if (!first || !second) return null
  const weights = [first[0], second[0]]
  if (weights.includes('heavy')) return 'heavy'
  return weights.includes('middle') ? 'middle' : 'good'
}

/** The words halfway through the survey, with `left` questions to go. */
export const halfwayWords = (answers: Answers, left: number): PauseWords => {
  const known = [
    of(spending, answers['spending-vs-income']),
    of(bills, answers['bills-on-time']),
  ] as const
  const weight = weightOf(...known)
  const said: Readonly<Record<Weight, readonly [heading: string, meaning: string]>> = {
    good: ['You already have some room.', 'Those two habits steady everything else.'],
    middle: ['You know where you stand.', 'Every budget begins with these two.'],
    heavy: [
      'You’ve looked straight at a hard year.',
      'Many people put that off. Looking is where it begins to change.',
    ],
  }
  const toGo = `${left} questions to go.`
  if (weight === null) {
    const paragraphs = [...sentence(...known), toGo]
    return { label: 'Halfway', heading: 'A short pause.', paragraphs }
  }
  const [heading, meaning] = said[weight]
  return {
    label: 'Halfway',
    heading,
    paragraphs: [[...sentence(...known), meaning].join(' '), toGo],
  }
}

/** After the last question of the survey. */
export const surveyEndWords = (answers: Answers): PauseWords => {
  const known = [
    savings(answers['emergency-savings']),
    of(debt, answers['debt-manageable']) ?? of(debt, answers['debt-kinds']),
  ] as const
  const heading = {
    good: 'There’s something to build on.',
    middle: 'That was the last question.',
    heavy: 'You’ve named the heavy part, too.',
  }
  return {
    label: 'You’ve reached the end',
    heading: heading[weightOf(...known) ?? 'middle'],
    paragraphs: [
      ...sentence(...known),
      'Next, your result: your score, area by area, and three first steps.',
    ],
  }
}

/** The words halfway through the statements, with `left` of them to go. */
export const statementWords = (given: readonly Agreement[], left: number): PauseWords => {
  const most = Math.max(...given.map(({ value }) => value))
  const strongest = given.filter(({ value }) => value === most)
  const [first] = strongest
  const question = first?.question.type === 'scale' ? first.question : null
  const isYes = question !== null && most > (question.min + question.max) / 2
  return {
    label: 'Halfway',
    heading: isYes ? `“${question.prompt}”` : 'No strong yes so far.',
    paragraphs: [
      isYes
        ? `${strongest.length === 1 ? 'You agreed with this one most' : 'This is one of those you agreed with most'}, ${most} out of ${question.max}. A yes often has a history: something that once made sense. It isn’t a flaw.`
        : 'You leaned towards no each time. Quiet beliefs are a result, too.',
      `${left} more like these.`,
    ],
  }
}
