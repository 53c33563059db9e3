import { voicesOf } from '#core/model/money-belief.ts'
import type { BeliefId, BeliefResult } from '#core/model/money-belief.ts'
import { loudnessSentence } from './belief-words.ts'

/** What a picture of a result says and shows: no score, and nothing about the person. */
export type SharedPicture = {
  readonly label: string
  readonly sentence: string
  /** The belief that is drawn; null when none stands out. */
  readonly belief: BeliefId | null
}

/** The money beliefs as a picture to share. */
export const sharedPicture = ({ beliefs, dominant }: BeliefResult): SharedPicture => {
  const voices = voicesOf(beliefs)
  return {
    label: 'My money beliefs',
    sentence: loudnessSentence(voices),
    belief: voices.heard.length > 0 ? dominant : null,
  }
}

const filledLines = (words: readonly string[], width: number, widthOf: (text: string) => number) =>
  words.reduce<readonly string[]>((lines, word) => {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    return last !== undefined && widthOf(longer) <= width
      ? [...lines.slice(0, -1), longer]
      : [...lines, word]
  }, [])

/** Breaks a text into as few lines of that width as hold it, all of them about as long. */
export const balancedLines = (
  text: string,
  width: number,
  widthOf: (text: string) => number,
): readonly string[] => {
  const words = text.split(' ')
  const lines = filledLines(words, width, widthOf)
  const least = widthOf(text) / lines.length
  for (let tried = least; tried < width; tried += width / 50) {
    const narrower = filledLines(words, tried, widthOf)
    if (narrower.length === lines.length) return narrower
  }
  return lines
}
