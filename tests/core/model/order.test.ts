import { describe, expect, it } from 'vitest'
import { isTrialSpent } from '#core/model/order.ts'
import { aProfile, aSubscription } from '#tests/support/a-visitor.ts'

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
