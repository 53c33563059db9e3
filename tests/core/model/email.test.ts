import { describe, expect, it } from 'vitest'
import { isEmail } from '#core/model/email.ts'

describe('isEmail', () => {
  it.each(['ada@example.com', ' ada@example.com ', "o'neil+bills@mail.example.co.uk", 'a@b.c'])(
    'accepts %j',
    (typed) => expect(isEmail(typed)).toBe(true),
  )

  it.each([
    '',
    'ada',
    'ada@nowhere',
    'ada@nowhere.',
    '@example.com',
    'ada@@example.com',
    'ada@-example.com',
    'ada@example..com',
    'ada lovelace@example.com',
    'ada@exämple.com',
  ])('refuses %j', (typed) => expect(isEmail(typed)).toBe(false))
})
