import type { Resolver } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { accountMessages } from '#core/model/account-messages.ts'
import { detailsResolver } from '#web/screens/details/details-resolver.ts'
import { codeResolver, emailResolver } from '#web/screens/forms/form-resolvers.ts'

type Values = Record<string, unknown>

const check = async (resolver: unknown, values: Values) => {
  const checked = await (resolver as Resolver<Values, unknown, Values>)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  const messages = Object.fromEntries(
    Object.entries(checked.errors).map(([field, error]) => [field, error?.message]),
  )
  return { values: checked.values, messages }
}

describe('the year of birth', () => {
  const year = (birthYear: unknown) =>
    check(detailsResolver({ min: 1906, max: 2008 }), {
      firstName: 'Ada',
      lastName: 'Byron',
      birthYear,
      phone: '',
    })

  it.each(['3.5', 'abc', '1e1', '2,5', '12345678901234567', '1985.0'])(
    'must be a whole number, which %j is not',
    async (typed) => {
      expect((await year(typed)).messages).toEqual({ birthYear: 'Enter a whole number.' })
    },
  )

  it.each([
    ['1905', 'The value can not be smaller than 1906.'],
    ['-5', 'The value can not be smaller than 1906.'],
    ['2009', 'The value can not be greater than 2008.'],
    ['', 'This field is required.'],
    ['  ', 'This field is required.'],
  ])('is refused as %j with the message %j', async (typed, message) => {
    expect((await year(typed)).messages).toEqual({ birthYear: message })
  })

  it.each([' 1985', '1985 ', '１９８５', '١٩٨٥', 1985])(
    'is read as 1985 when typed as %j',
    async (typed) => {
      expect((await year(typed)).values).toMatchObject({ birthYear: 1985 })
    },
  )
})

describe('a code from a text message', () => {
  it.each(['998 987', '998-987', '\u200e998987', 'G-998987', '９９８９８７', '٩٩٨٩٨٧', '९९८ ९८७'])(
    'is read by its digits alone, as in %j',
    async (code) => {
      expect(await check(codeResolver, { code })).toEqual({
        values: { code: '998987' },
        messages: {},
      })
    },
  )

  it.each(['1', '12345', ' 12345 '])('is refused as too short: %j', async (code) => {
    expect((await check(codeResolver, { code })).messages).toEqual({
      code: 'The code can not be shorter than 6 characters.',
    })
  })

  it('is required, and read without surrounding spaces', async () => {
    expect((await check(codeResolver, { code: ' ' })).messages).toEqual({
      code: 'This field is required.',
    })
    expect((await check(codeResolver, { code: ' 123456 ' })).values).toEqual({ code: '123456' })
  })
})

describe('an email', () => {
  it.each(['a\0b@example.com', 'ada@exam\0ple.com', '\ud800@example.com', 'ada@example.com\0'])(
    'is refused when it has characters that the API refuses: %j',
    async (email) => {
      expect((await check(emailResolver, { email })).messages).toHaveProperty('email')
    },
  )

  it.each([
    ['', 'This field is required.'],
    ['ada@nowhere', accountMessages.email],
  ])('is refused as %j with the message %j', async (email, message) => {
    expect((await check(emailResolver, { email })).messages).toEqual({ email: message })
  })
})
