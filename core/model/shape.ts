/** Whether an unknown value has the expected type. */
export type Check = (value: unknown) => boolean

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isText: Check = (value) => typeof value === 'string'
export const isFlag: Check = (value) => typeof value === 'boolean'

/** A finite number from `min` to `max`. JSON can hold infinity: `1e999`. */
export const isNumber =
  (min = -Infinity, max = Infinity): Check =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max

export const isInteger =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && isNumber(min, max)(value)

/** A valid RFC 3339 time. */
export const isTime: Check = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

export const isOneOf =
  (...values: readonly (string | null)[]): Check =>
  (value) =>
    values.some((each) => each === value)

export const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

export const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.keys(value).every((key) => check(value[key]))

/** Every field of `T` needs a check, so that a field added to the type breaks the build here. */
export const hasShape =
  <T>(checks: { readonly [Field in keyof T]-?: Check }): Check =>
  (value) =>
    isRecord(value) && Object.entries<Check>(checks).every(([field, check]) => check(value[field]))

export const isAllOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.every((check) => check(value))
