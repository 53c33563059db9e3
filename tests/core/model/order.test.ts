import { describe, expect, it } from 'vitest'
import { keepPlan } from '#core/model/order.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { annual, aSubscription, monthly, welcome20 } from '#tests/support/a-visitor.ts'

describe('keepPlan', () => {
  const stripeSubscription = aSubscription()
  const subscribed = { ...emptySignUpData, subscriptionProduct: annual, stripeSubscription }

  it('keeps the plan with its promotion', () => {
    expect(keepPlan(emptySignUpData, annual, welcome20)).toEqual({
      subscriptionProduct: annual, stripePromotionCode: welcome20,
    })
  })

  it('forgets the subscription of the plan before, and keeps that of the same plan', () => {
    expect(keepPlan(subscribed, monthly, null)).toEqual({
      subscriptionProduct: monthly, stripePromotionCode: null, stripeSubscription: null,
    })
    const renamed = { ...annual, name: 'A year' }
    expect(keepPlan(subscribed, renamed, null)).not.toHaveProperty('stripeSubscription')
  })
})
