import { expect, it } from 'vitest'
import { accountFormPath, askForForm, formAsked } from '#core/model/account-address.ts'

it.each(['card', 'plan', 'withdrawal'] as const)('opens the %s form by its own address', (form) => {
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

it('sets the query to open one form instead of another, and keeps the rest of it', () => {
  const query = new URLSearchParams('card=another&from=mail')
  askForForm(query, 'withdrawal')
  expect(query.toString()).toBe('from=mail&plan=withdraw')
  askForForm(query, 'plan')
  expect(query.toString()).toBe('from=mail&plan=change')
  askForForm(query, null)
  expect(query.toString()).toBe('from=mail')
})

it('opens one form when the query asks for two', () => {
  expect(formAsked({ card: 'another', plan: 'withdraw' })).toBe('withdrawal')
})
