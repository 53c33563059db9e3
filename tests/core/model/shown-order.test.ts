import { describe, expect, it } from 'vitest'
import { hasSavedCard } from '#core/model/journeys.ts'
import { withoutPromotion } from '#core/model/order.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import {
  afterCard,
  chosenOffer,
  isChosen,
  isCurrent,
  orderOf,
  withCard,
  withoutCard,
} from '#core/model/shown-order.ts'
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

describe('afterCard', () => {
  const adas = { signUp: data, userId: 'ada', isPickSettled: true }
  const visitors = { ...adas, userId: undefined }
  const anotherPlan = { ...data, subscriptionProduct: monthly }

  it('starts the subscription of a user', () => {
    expect(afterCard({ order, journey: 'sign-up' }, adas, adas)).toBe('subscribe')
    expect(afterCard({ order, journey: 'enroll' }, adas, adas)).toBe('subscribe')
  })

  it('is card-saved for a visitor, whose order waits for an account', () =>
    expect(afterCard({ order, journey: 'enroll' }, visitors, visitors)).toBe('card-saved'))

  it.each([
    ['another plan is chosen', visitors, { ...visitors, signUp: anotherPlan }],
    ['another plan is picked on the same screen', visitors, { ...visitors, isPickSettled: false }],
    ['a visitor has signed in', visitors, adas],
    ['another user has signed in', adas, { ...adas, userId: 'bob' }],
    ['the user has signed out', adas, visitors],
  ])('ends the order if, while the card was saved, %s', (_what, before, now) =>
    expect(afterCard({ order, journey: 'enroll' }, before, now)).toBe('ended'),
  )

  it('ignores the pick in a journey with a step for the plan', () => {
    const unsettled = { ...adas, isPickSettled: false }
    expect(afterCard({ order, journey: 'sign-up' }, adas, unsettled)).toBe('subscribe')
  })
})

describe('the saved card', () => {
  const card = {
    setupIntentId: 'seti_1',
    setupIntentClientSecret: 'secret',
    paymentMethodId: 'pm_1',
  }

  it('is kept for an order, and no order can be placed once it is forgotten', () => {
    const shown = { product: annual, promotion: welcome20, consent: someTerms }
    const data = { ...emptySignUpData, ...withCard(card), stripePromotionCode: welcome20 }
    expect(hasSavedCard(data)).toBe(true)
    expect(orderOf(data, shown, 'enroll')).toEqual({ ...card, ...shown, journey: 'enroll' })
    expect(orderOf({ ...data, ...withoutCard }, shown, 'enroll')).toBeNull()
    expect({ ...data, ...withoutCard, ...withoutPromotion }).toEqual(emptySignUpData)
  })
})
