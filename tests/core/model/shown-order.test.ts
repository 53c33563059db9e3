import { describe, expect, it } from 'vitest'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { chosenOffer, isChosen, isCurrent, isStillChosen } from '#core/model/shown-order.ts'
import { annual, monthly, someTerms, welcome20 } from '#tests/support/a-visitor.ts'

const order = { product: annual, promotion: welcome20, consent: someTerms }
const data = {
  ...emptySignUpData,
  subscriptionProduct: annual,
  stripePromotionCode: welcome20,
}

describe('chosenOffer', () => {
  it('is the chosen plan, without free days once the trial is spent', () => {
    expect(chosenOffer(data, false)).toEqual(annual)
    expect(chosenOffer(data, true)).toEqual({ ...annual, trialDays: 0 })
    expect(chosenOffer(emptySignUpData, false)).toBeNull()
  })
})

describe('isChosen', () => {
  it('is true while the plan and the promotion that were shown are the chosen ones', () => {
    expect(isChosen(order, data)).toBe(true)
    expect(isChosen(order, { ...data, subscriptionProduct: monthly })).toBe(false)
    expect(isChosen(order, { ...data, stripePromotionCode: null })).toBe(false)
    expect(isChosen({ ...order, promotion: null }, data)).toBe(false)
    expect(isChosen(order, emptySignUpData)).toBe(false)
  })
})

describe('isCurrent', () => {
  it('is true for the order that the visitor would place now', () =>
    expect(isCurrent(order, data, false)).toBe(true))

  it('is false once the trial is spent or the price has changed', () => {
    const dearer = { ...annual, price: { ...annual.price, amount: annual.price.amount + 100 } }
    expect(isCurrent(order, data, true)).toBe(false)
    expect(isCurrent(order, { ...data, subscriptionProduct: dearer }, false)).toBe(false)
  })

  it('is false once another promotion is chosen', () =>
    expect(isCurrent(order, { ...data, stripePromotionCode: null }, false)).toBe(false))
})

describe('isStillChosen', () => {
  it.each(['sign-up', 'enroll'] as const)(
    'is false in %s once another plan is chosen',
    (journey) => {
      expect(isStillChosen(order, journey, data, true)).toBe(true)
      const changed = { ...data, subscriptionProduct: monthly }
      expect(isStillChosen(order, journey, changed, true)).toBe(false)
    },
  )

  it('is false while another plan is picked on the screen with the order', () => {
    expect(isStillChosen(order, 'enroll', data, false)).toBe(false)
  })

  it('is true regardless of the pick in a journey with a separate plan step', () => {
    expect(isStillChosen(order, 'sign-up', data, false)).toBe(true)
  })
})
