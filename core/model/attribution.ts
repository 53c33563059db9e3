import { mentionsEmail } from './email-mention.ts'

const parameters = ['source', 'medium', 'campaign', 'content', 'term'] as const

export type Touch = Readonly<Partial<Record<(typeof parameters)[number], string>>>
export type Attribution = { readonly firstTouch: Touch | null; readonly lastTouch: Touch | null }

export const noAttribution: Attribution = { firstTouch: null, lastTouch: null }

const MAX_LENGTH = 200

/** A NUL or half of a surrogate pair, which the API refuses. */
const unstorable = /[\0\p{Surrogate}]/u

/**
 * Trims and shortens a value. Null if it cannot be stored or mentions an email, which no event may
 * carry: a link in a mail may contain its reader's.
 */
const clean = (value: unknown): string | null => {
  // The whole value is checked: cutting it first could cut an address beyond recognition.
  if (typeof value !== 'string' || unstorable.test(value) || mentionsEmail(value)) return null
  // Cuts by characters, so that no half of a surrogate pair is left at the end.
  return [...value.trim()].slice(0, MAX_LENGTH).join('') || null
}

const touchFrom = (value: (name: string) => unknown): Touch | null => {
  const entries = parameters.flatMap((name) => {
    const text = clean(value(name))
    return text === null ? [] : [[name, text]]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** The UTM values of a query, or null when it has none. */
export const touchOf = (query: (name: string) => string | null): Touch | null =>
  touchFrom((name) => query(`utm_${name}`))

/** Sets the first touch once, and the last touch whenever a URL has any UTM value. */
export const attribute = (attribution: Attribution, touch: Touch | null): Attribution =>
  touch === null ? attribution : { firstTouch: attribution.firstTouch ?? touch, lastTouch: touch }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const restoreTouch = (value: unknown): Touch | null =>
  isRecord(value) ? touchFrom((name) => value[name]) : null

const parse = (stored: string | null): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(stored ?? 'null')
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** The stored attribution; anything invalid is dropped. */
export const restoreAttribution = (stored: string | null): Attribution => {
  const { firstTouch, lastTouch } = parse(stored)
  return { firstTouch: restoreTouch(firstTouch), lastTouch: restoreTouch(lastTouch) }
}

/** The id of the user whose profile already has the attribution; undefined after a new touch. */
export const savedFor = (stored: string | null): unknown => parse(stored)['keptBy']

export const withSavedFor = (attribution: Attribution, userId: string): string =>
  JSON.stringify({ ...attribution, keptBy: userId })
