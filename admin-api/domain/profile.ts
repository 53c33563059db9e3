import type { FieldProblem } from './answers.ts'

/** The UTM parameters of a link. */
export const touchParameters = ['source', 'medium', 'campaign', 'content', 'term'] as const
export const longestTouch = 200
export type Touch = { readonly [parameter in (typeof touchParameters)[number]]?: string }

export type Attribution = { readonly firstTouch?: Touch; readonly lastTouch?: Touch }

export type ProfileChanges = {
  firstName?: string
  lastName?: string
  birthYear?: number
  /** E.164; null clears it. */
  phone?: string | null
}

const longestName = 50
const youngest = 18
const oldest = 120

/** Persian, Sinhala and other scripts need these two joiners between letters. */
const joined = /([\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu

/**
 * Allows letters, digits, the marks that names use, and joiners between letters; refuses control
 * characters, and the punctuation of URLs, email addresses and HTML.
 */
const isName = (name: string): boolean => /^[^\p{C}:/\\<>@]+$/u.test(name.replace(joined, '$1'))

/** Trims names, strips a phone number's spacing, and names each field that is wrong. */
export const checkProfileChanges = (
  given: ProfileChanges,
  now: Date,
): { readonly changes: ProfileChanges; readonly errors: readonly FieldProblem[] } => {
  const errors: FieldProblem[] = []
  const changes: ProfileChanges = {}

  for (const path of ['firstName', 'lastName'] as const) {
    const name = given[path]?.trim()
    if (name === undefined) continue
    if ([...name].length > longestName)
      errors.push({
        path,
        code: 'field/too-long',
        message: `It must have at most ${longestName} characters.`,
      })
    else if (name === '')
      errors.push({ path, code: 'field/required', message: 'It must not be empty.' })
    else if (!isName(name))
      errors.push({
        path,
        code: 'field/invalid',
        message: 'It holds characters that are not allowed.',
      })
    else changes[path] = name
  }

  if (given.birthYear !== undefined) {
    const [from, to] = [now.getUTCFullYear() - oldest, now.getUTCFullYear() - youngest]
    if (given.birthYear >= from && given.birthYear <= to) changes.birthYear = given.birthYear
    else
      errors.push({
        path: 'birthYear',
        code: 'field/out-of-range',
        message: `It must be from ${from} to ${to}.`,
      })
  }

  if (given.phone === null) changes.phone = null
  else if (given.phone !== undefined) {
    const phone = given.phone.replace(/[\s().-]/g, '')
    if (/^\+[1-9]\d{6,14}$/.test(phone)) changes.phone = phone
    else
      errors.push({
        path: 'phone',
        code: 'field/invalid',
        message: 'It must be a phone number with its country code, such as +1 212 555 0100.',
      })
  }
  return { changes, errors }
}
