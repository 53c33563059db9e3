const patterns: readonly (readonly [RegExp, string])[] = [
  [/[\w.+%-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, '[email]'],
  [/[\w.+-]+%40[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\bBearer\s+[^\s"',;]+/gi, 'Bearer [token]'],
  [/\b(seti|pi)_\w+_secret_\w+/g, '[token]'],
  [/\b(sk|rk|whsec)_\w{6,}/g, '[token]'],
  [/([?&#](?:\w*token|oobCode|apiKey|key|code|secret|client_secret|password)=)[^&#\s"']+/gi, '$1[token]'],
]

const digitGroups = /\b\d(?:[ -]?\d){12,18}\b/g

/** The check digit every card number has: without it, times in milliseconds would be taken for cards. */
const isCardNumber = (text: string): boolean => {
  const digits = text.replaceAll(/\D/g, '').split('').toReversed().map(Number)
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0)
  return sum % 10 === 0
}

const scrubText = (text: string): string =>
  patterns
    .reduce((scrubbed, [pattern, replacement]) => scrubbed.replaceAll(pattern, replacement), text)
    .replaceAll(digitGroups, (digits) => (isCardNumber(digits) ? '[card]' : digits))

/**
 * A copy without emails, card numbers and tokens, in whatever string of its plain objects and arrays they stand.
 * Cycles are cut; instances of classes are left as they are.
 */
export const scrub = <T>(value: T): T => scrubDeep(value, new Set()) as T

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

const scrubDeep = (value: unknown, parents: ReadonlySet<object>): unknown => {
  if (typeof value === 'string') return scrubText(value)
  if (!isPlain(value)) return value
  if (parents.has(value)) return '[circular]'
  const inside = new Set([...parents, value])
  if (Array.isArray(value)) return value.map((item) => scrubDeep(item, inside))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubDeep(item, inside)]))
}
