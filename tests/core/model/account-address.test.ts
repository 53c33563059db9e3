import { expect, it } from 'vitest'
import { anotherCardPath, asksForAnotherCard } from '#core/model/account-address.ts'

it('opens the form for another card with its own address', () => {
  const { pathname, searchParams } = new URL(anotherCardPath, 'https://evenkeel.example')
  expect(pathname).toBe('/account')
  expect(asksForAnotherCard(searchParams.get('card'))).toBe(true)
})

it.each([undefined, null, '', 'other', 'another ', ['another'], { another: 'another' }])(
  'opens no form for card=%j',
  (card) => {
    expect(asksForAnotherCard(card)).toBe(false)
  },
)
