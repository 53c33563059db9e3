import { MatchersV3 } from '@pact-foundation/pact'

const { nullValue, regex } = MatchersV3

export const oneOf = (...values: readonly [string, ...string[]]) =>
  regex(`^(${values.join('|')})$`, values[0])

/** A matcher with several rules, which Pact's functions cannot express. */
export const both = <T>(value: T, ...rules: readonly Readonly<Record<string, string>>[]) =>
  ({
    'pact:matcher:type': rules.map(({ match, ...rule }) => ({
      'pact:matcher:type': match,
      ...rule,
    })),
    value,
  }) as unknown as MatchersV3.Matcher<T>

export const notNegative = (example: number) =>
  both(example, { match: 'integer' }, { match: 'regex', regex: '^\\d+$' })

const days =
  '((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|[12]\\d))'

const time = '([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)'

/** An RFC 3339 time on an existing day. */
export const moment = (example: string) => regex(`^\\d{4}-${days}T${time}$`, example)

export const nothingYet = nullValue()

export const money = (amount: number) => ({
  amount: notNegative(amount),
  currency: regex('^[a-z]{3}$', 'usd'),
})
