import { expect, it } from 'vitest'
import { accountFormPath, formAsked } from '#core/model/account-address.ts'

it.each(['card', 'plan'] as const)('opens the form with its own address: %s', (form) => {
  const { pathname, searchParams } = new URL(accountFormPath(form), 'https://evenkeel.example')
  expect(pathname).toBe('/account')
  expect(formAsked(Object.fromEntries(searchParams))).toBe(form)
})

it.each([undefined, null, '', 'other', 'another ', 'change', ['another'], { another: 'another' }])(
  'opens no form for card=%j',
  (card) => {
    expect(formAsked({ card })).toBeNull()
  },
)

it.each([undefined, '', 'another', 'Change', ['change']])('opens no form for plan=%j', (plan) => {
  expect(formAsked({ plan })).toBeNull()
})
