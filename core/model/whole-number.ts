/** JavaScript cannot hold more digits exactly. */
const MOST_DIGITS = 15

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Unicode lists the digits of every script in runs of ten, from zero to nine. */
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  let first = code
  while (isDigit(first - 1)) first -= 1
  return String((code - first) % 10)
}

const surrounding = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu
const whole = new RegExp(`^[-−]?\\p{Nd}{1,${MOST_DIGITS}}$`, 'u')

/**
 * The whole number a visitor typed: null for an empty text, NaN for anything else. Surrounding
 * spaces and text direction marks are ignored, and digits may be those of any script.
 */
export const readWholeNumber = (text: string): number | null => {
  const typed = text.replaceAll(surrounding, '')
  if (typed === '') return null
  if (!whole.test(typed)) return Number.NaN
  return Number(typed.replace('−', '-').replaceAll(/\p{Nd}/gu, digitOf)) + 0
}

/** The digits of a text, in any script, as 0 to 9: "998 987" gives "998987". */
export const digitsIn = (text: string): string =>
  (text.match(/\p{Nd}/gu) ?? []).map(digitOf).join('')
