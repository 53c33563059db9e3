import { decodeFully, emailPattern } from '#core/model/email-mention.ts'

const patterns: readonly (readonly [RegExp, string])[] = [
  [emailPattern, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\bBearer\s+[^\s"',;]+/gi, 'Bearer [token]'],
  [/\b(seti|pi)_\w+_secret_\w+/g, '[token]'],
  [/\b(sk|rk|whsec)_\w{6,}/g, '[token]'],
  [
    /([?&#](?:\w*token|oobCode|apiKey|key|code|secret|client_secret|password)=)[^&#\s"']+/gi,
    '$1[token]',
  ],
  // A percent-encoded value may be a whole sentence, in which the patterns above find nothing.
  [/([?&#][\w.-]+=)[^&#\s"']*%[0-9a-f]{2}[^&#\s"']*/gi, '$1[value]'],
]

const digitGroups = /\b\d(?:[ -]?\d){12,18}\b/g

/** The Luhn check; without it, millisecond timestamps would look like card numbers. */
const isCardNumber = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').split('').toReversed().map(Number)
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)),
    0,
  )
  return sum % 10 === 0
}

type ScrubText = (text: string) => string

const addressPart = /[^\s/?&#="',;]+/g

/**
 * Replaces the parts of URLs that contain an email once decoded, or that are encoded too many times
 * to tell.
 */
const strikeOutEncoded: ScrubText = (text) =>
  text.replaceAll(addressPart, (part) => {
    const decoded = decodeFully(part)
    if (decoded === null) return '[encoded]'
    return decoded === part || decoded.search(emailPattern) === -1 ? part : '[email]'
  })

const scrubText: ScrubText = (text) =>
  patterns
    .reduce(
      (scrubbed, [pattern, replacement]) => scrubbed.replaceAll(pattern, replacement),
      strikeOutEncoded(text),
    )
    .replaceAll(digitGroups, (digits) => (isCardNumber(digits) ? '[card]' : digits))

/** Single letters are not removed: they identify nobody and occur everywhere. */
const SHORTEST_PERSONAL = 2

const asQuery = (word: string): string => new URLSearchParams([['', word]]).toString().slice(1)

/** A pattern that finds the words as whole words, percent-encoded too; null when there are none. */
const strikeOut = (personal: readonly string[]): RegExp | null => {
  const words = personal
    .map((word) => word.trim())
    .filter((word) => word.length >= SHORTEST_PERSONAL)
    .flatMap((word) => [word, asQuery(word), asQuery(word).replaceAll('+', '%20')])
    .toSorted((one, other) => other.length - one.length)
    .map((word) =>
      word.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`),
    )
  return words.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
}

/**
 * Returns a copy in which emails, card numbers, tokens and the `personal` words, such as the
 * visitor's name, are removed from every string in plain objects and arrays. Cycles are cut;
 * instances of classes are left as they are.
 */
export const scrub = <T>(value: T, personal: readonly string[] = []): T => {
  const words = strikeOut(personal)
  const clean: ScrubText = (text) => {
    const scrubbed = scrubText(text)
    return words === null ? scrubbed : scrubbed.replaceAll(words, '[personal]')
  }
  return scrubDeep(value, clean, new Set()) as T
}

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

const scrubDeep = (value: unknown, clean: ScrubText, parents: ReadonlySet<object>): unknown => {
  if (typeof value === 'string') return clean(value)
  if (!isPlain(value)) return value
  if (parents.has(value)) return '[circular]'
  const inside = new Set([...parents, value])
  if (Array.isArray(value)) return value.map((item) => scrubDeep(item, clean, inside))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), scrubDeep(item, clean, inside)]),
  )
}
