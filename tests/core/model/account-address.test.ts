import { expect, it } from 'vitest'
import { accountFormPath, askForForm, formAsked } from '#core/model/account-address.ts'

it.each(['card', 'plan', 'withdrawal'] as const)(
  'accountFormPath returns an address of the account page that opens its %s form',
  (form) => {
    const { pathname, searchParams } = new URL(accountFormPath(form), 'https://evenkeel.example')
    expect(pathname).toBe('/account')
    expect(formAsked(Object.fromEntries(searchParams))).toBe(form)
  },
)

it.each([undefined, null, '', 'other', 'another ', 'change', ['another'], { another: 'another' }])(
  'formAsked returns null for card=%j',
  (card) => {
    expect(formAsked({ card })).toBeNull()
  },
)

it.each([undefined, '', 'another', 'Change', ['change']])(
  'formAsked returns null for plan=%j',
  (plan) => {
    expect(formAsked({ plan })).toBeNull()
  },
)

it('askForForm replaces the form in the query and keeps its other parameters', () => {
  const query = new URLSearchParams('card=another&from=mail')
  askForForm(query, 'withdrawal')
  expect(query.toString()).toBe('from=mail&plan=withdraw')
  askForForm(query, 'plan')
  expect(query.toString()).toBe('from=mail&plan=change')
  askForForm(query, null)
  expect(query.toString()).toBe('from=mail')
})

it('formAsked returns one form when the query names two', () => {
  expect(formAsked({ card: 'another', plan: 'withdraw' })).toBe('withdrawal')
})
