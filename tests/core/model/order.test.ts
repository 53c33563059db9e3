import { describe, expect, it } from 'vitest'
import { hasSavedCard } from '#core/model/journeys.ts'
import {
  isTrialSpent,
  withCard,
  orderOf,
  withoutCard,
  withoutPromotion,
} from '#core/model/order.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { annual, aProfile, aSubscription, someTerms, welcome20 } from '#tests/support/a-visitor.ts'

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

describe('isTrialSpent', () => {
  const unknown = { hasHadTrial: false, hasCardHadTrial: false }

  it('is true when the subscription, the person or the card has had a trial', () => {
    expect(isTrialSpent(null, unknown)).toBe(false)
    expect(isTrialSpent(aProfile(), unknown)).toBe(false)
    expect(isTrialSpent(aProfile({ subscription: aSubscription() }), unknown)).toBe(true)
    expect(isTrialSpent(null, { ...unknown, hasHadTrial: true })).toBe(true)
    expect(isTrialSpent(null, { ...unknown, hasCardHadTrial: true })).toBe(true)
  })
})
