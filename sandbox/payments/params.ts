/**
 * Declares and reads the parameters of a request the way Stripe does: unknown ones are refused, and
 * a form's strings become numbers, booleans and lists.
 */
import { invalidRequest, missingParam, unknownParams } from './errors.ts'
import type { Metadata } from './objects/common.ts'

export type Decoder<T> = ((value: unknown, path: string) => T) & { required?: boolean }
export type Shape = Record<string, Decoder<unknown>>

type Read<D> = D extends (value: unknown, path: string) => infer T ? T : never
type RequiredKeys<S> = { [K in keyof S]: S[K] extends { required: true } ? K : never }[keyof S]
export type Decoded<S> = { [K in RequiredKeys<S>]: Read<S[K]> } & {
  [K in Exclude<keyof S, RequiredKeys<S>>]?: Read<S[K]>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads `value` by `shape`; errors name parameters with their brackets, as in `items[0][price]`.
 */
export const decode = <S extends Shape>(value: unknown, shape: S, path = ''): Decoded<S> => {
  if (!isRecord(value)) throw invalidRequest(`Invalid object: ${path}`, { param: path })
  const nameOf = (key: string) => (path ? `${path}[${key}]` : key)
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
  if (unknown.length > 0) throw unknownParams(unknown.map(nameOf))
  const result: Record<string, unknown> = {}
  for (const [key, decoder] of Object.entries(shape)) {
    if (value[key] !== undefined) result[key] = decoder(value[key], nameOf(key))
    else if (decoder.required) throw missingParam(nameOf(key))
  }
  return result as Decoded<S>
}

export const required = <T>(decoder: Decoder<T>) =>
  Object.assign((value: unknown, path: string): T => decoder(value, path), {
    required: true as const,
  })

const plain: Decoder<string> = (value, path) => {
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: path })
  if (value.length > 5000)
    throw invalidRequest('Invalid string: must be at most 5000 characters', { param: path })
  return value
}

export const text: Decoder<string> = (value, path) => {
  const string = plain(value, path)
  if (string !== '') return string
  throw invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; ` +
      `however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param: path },
  )
}

/** An empty value unsets the parameter: it reads as null. */
export const orUnset =
  <T>(decoder: Decoder<T>): Decoder<T | null> =>
  (value, path) =>
    value === '' ? null : decoder(value, path)

export const integer: Decoder<number> = (value, path) => {
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value)
  throw invalidRequest(`Invalid integer: ${String(value)}`, {
    code: 'parameter_invalid_integer',
    param: path,
  })
}

export const atLeast =
  (least: number, decoder: Decoder<number> = integer): Decoder<number> =>
  (value, path) => {
    const number = decoder(value, path)
    if (number >= least) return number
    throw invalidRequest(`This value must be greater than or equal to ${least}.`, { param: path })
  }

export const decimal: Decoder<number> = (value, path) => {
  if (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,12})?$/.test(value)) return Number(value)
  throw invalidRequest(`Invalid decimal: ${String(value)}`, { param: path })
}

export const flag: Decoder<boolean> = (value, path) => {
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalidRequest(`Invalid boolean: ${String(value)}`, { param: path })
}

export const oneOf =
  <const T extends string>(...words: T[]): Decoder<T> =>
  (value, path) => {
    const word = words.find((each) => each === value)
    if (word !== undefined) return word
    const list =
      words.length > 1 ? `one of ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}` : words[0]
    throw invalidRequest(`Invalid ${path}: must be ${list}`, { param: path })
  }

export const listOf =
  <T>(decoder: Decoder<T>): Decoder<T[]> =>
  (value, path) => {
    const values = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : null
    if (!values) throw invalidRequest('Invalid array', { param: path })
    return values.map((each, index) => decoder(each, `${path}[${index}]`))
  }

export const objectOf =
  <S extends Shape>(shape: S): Decoder<Decoded<S>> =>
  (value, path) =>
    decode(value, shape, path)

/**
 * A key with an empty value is to be removed. An empty value for the whole parameter, read as null,
 * removes all keys.
 */
export const metadata: Decoder<Metadata | null> = (value, path) => {
  if (value === '') return null
  if (typeof value !== 'object' || value === null)
    throw invalidRequest('Invalid metadata: must be a hash', { param: path })
  const entries = Object.entries(value)
  if (entries.length > 50)
    throw invalidRequest('Metadata can hold at most 50 keys.', { param: path })
  for (const [key, each] of entries) {
    if (key.length > 40)
      throw invalidRequest('Metadata keys can be at most 40 characters.', {
        param: `${path}[${key}]`,
      })
    if (typeof each !== 'string' || each.length > 500) {
      throw invalidRequest('Metadata values can be at most 500 characters.', {
        param: `${path}[${key}]`,
      })
    }
  }
  return Object.fromEntries(entries.map(([key, each]) => [key, String(each)]))
}

/** Applies what the `metadata` parameter read. */
export const mergeMetadata = (old: Metadata, change: Metadata | null | undefined): Metadata => {
  if (change === undefined) return old
  if (change === null) return {}
  return Object.fromEntries(
    Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''),
  )
}

export interface Range {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
}

export const range: Decoder<Range> = (value, path) => {
  if (!isRecord(value)) {
    const exact = integer(value, path)
    return { gte: exact, lte: exact }
  }
  return decode(value, { gt: integer, gte: integer, lt: integer, lte: integer }, path)
}

export const isWithin = (number: number, { gt, gte, lt, lte }: Range): boolean =>
  (gt === undefined || number > gt) &&
  (gte === undefined || number >= gte) &&
  (lt === undefined || number < lt) &&
  (lte === undefined || number <= lte)

/** Accepted and ignored: a Stripe parameter without effect in the sandbox. */
export const ignored: Decoder<unknown> = (value) => value

export const address = objectOf({
  city: orUnset(plain),
  country: orUnset(plain),
  line1: orUnset(plain),
  line2: orUnset(plain),
  postal_code: orUnset(plain),
  state: orUnset(plain),
})
