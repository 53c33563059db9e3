import { describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { withCard } from '#core/model/order.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import { placeOrder } from '#core/use-cases/place-order.ts'
import { annual, monthly, someTerms } from '#tests/support/a-visitor.ts'

const order = { product: annual, promotion: null, consent: someTerms }
const card = memoryCard()
const chosen: SignUpData = { ...emptySignUpData, subscriptionProduct: annual }
const aCard = {
  setupIntentId: 'seti_1',
  setupIntentClientSecret: 'secret',
  paymentMethodId: 'pm_1',
}
const withSavedCard = { ...chosen, ...withCard(aCard) }
const adas = { signUp: chosen, userId: 'ada', isPickSettled: true }
const visitors = { ...adas, userId: undefined }

type Steps = Parameters<typeof placeOrder>[1]
type State = ReturnType<Steps['current']>

/** The steps of an order in `state`, which changes while the card is checked. */
const placing = (
  state: State,
  changes: Partial<State> = {},
  saved: Awaited<ReturnType<Steps['saveCard']>> = 'saved',
) => {
  let current = state
  const saveCard = vi.fn<Steps['saveCard']>(async () => {
    current = { ...state, signUp: withSavedCard, ...changes }
    return saved
  })
  const subscribe = vi.fn<Steps['subscribe']>(async () => {})
  const place = (journey: 'sign-up' | 'enroll', form: typeof card | null = card) =>
    placeOrder({ journey, order, card: form }, { current: () => current, saveCard, subscribe })
  return { place, saveCard, subscribe }
}

describe('placeOrder', () => {
  it('saves the card and starts the subscription', async () => {
    const { place, saveCard, subscribe } = placing(adas)
    expect(await place('sign-up')).toBe('ended')
    expect(saveCard).toHaveBeenCalledExactlyOnceWith(card)
    expect(subscribe).toHaveBeenCalledOnce()
  })

  it('starts the subscription with a card that is saved already', async () => {
    const { place, saveCard, subscribe } = placing({ ...adas, signUp: withSavedCard })
    expect(await place('sign-up', null)).toBe('ended')
    expect(saveCard).not.toHaveBeenCalled()
    expect(subscribe).toHaveBeenCalledOnce()
  })

  it('starts nothing without a card', async () => {
    const { place, saveCard, subscribe } = placing(adas)
    expect(await place('sign-up', null)).toBe('ended')
    expect(saveCard).not.toHaveBeenCalled()
    expect(subscribe).not.toHaveBeenCalled()
  })

  it.each(['card-incomplete', 'ended'] as const)(
    'returns %s, and starts nothing, when the card was not saved',
    async (outcome) => {
      const { place, subscribe } = placing(adas, {}, outcome)
      expect(await place('sign-up')).toBe(outcome)
      expect(subscribe).not.toHaveBeenCalled()
    },
  )

  it('returns card-saved for a visitor, whose order waits for an account', async () => {
    const { place, subscribe } = placing(visitors)
    expect(await place('enroll')).toBe('card-saved')
    expect(subscribe).not.toHaveBeenCalled()
  })

  it.each([
    [
      'another plan is chosen',
      visitors,
      { signUp: { ...withSavedCard, subscriptionProduct: monthly } },
    ],
    ['another plan is picked on the screen with the order', visitors, { isPickSettled: false }],
    ['a visitor has signed in', visitors, { userId: 'ada' }],
    ['another user has signed in', adas, { userId: 'bob' }],
    ['the user has signed out', adas, { userId: undefined }],
  ])('starts nothing if, while the card is being saved, %s', async (_what, state, changes) => {
    const { place, subscribe } = placing(state, changes)
    expect(await place('enroll')).toBe('ended')
    expect(subscribe).not.toHaveBeenCalled()
  })

  it('starts the subscription regardless of the pick in a journey with a separate plan step', async () => {
    const { place, subscribe } = placing({ ...adas, isPickSettled: false })
    await place('sign-up')
    expect(subscribe).toHaveBeenCalledOnce()
  })
})
