import { describe, expect, it } from 'vitest'
import { isPlanChangeable, isPlanUnchanged, nextPlan } from '#core/model/plan-change.ts'
import { annual, aSubscription, monthly } from '#tests/support/a-visitor.ts'

describe('a plan', () => {
  it.each([
    ['trialing', false, true],
    ['active', false, true],
    ['active', true, false],
    ['trialing', true, false],
    ['past_due', false, false],
    ['unpaid', false, false],
    ['paused', false, false],
    ['canceled', false, false],
  ] as const)(
    'that is %s (cancelled: %s) can be changed: %s',
    (status, cancelAtPeriodEnd, expected) => {
      expect(isPlanChangeable({ status, cancelAtPeriodEnd })).toBe(expected)
    },
  )

  it('can be changed to the other plan that is offered', () => {
    expect(nextPlan(aSubscription(), [annual, monthly])).toBe(monthly)
    expect(nextPlan(aSubscription({ productId: 'monthly' }), [annual, monthly])).toBe(annual)
    expect(nextPlan(aSubscription(), [annual])).toBeNull()
  })

  it('can be changed only to another plan in its own currency', () => {
    const inEuros = { ...monthly, price: { ...monthly.price, currency: 'eur' } }
    expect(nextPlan(aSubscription(), [annual, inEuros])).toBeNull()
  })

  it('cannot be changed after a cancellation, while a change is pending, or when there is none', () => {
    const pendingChange = { productId: 'monthly', date: '2027-03-03T00:00:00Z' }
    expect(nextPlan(aSubscription({ cancelAtPeriodEnd: true }), [annual, monthly])).toBeNull()
    expect(nextPlan(aSubscription({ pendingChange }), [annual, monthly])).toBeNull()
    expect(nextPlan(null, [annual, monthly])).toBeNull()
  })
})

describe('isPlanUnchanged', () => {
  const before = aSubscription()

  it('is true for the same plan while it can be changed', () =>
    expect(isPlanUnchanged(before, aSubscription())).toBe(true))

  it.each([
    ['there is no plan any more', null],
    ['the plan is another one', aSubscription({ productId: 'monthly' })],
    ['the plan is about to end', aSubscription({ cancelAtPeriodEnd: true })],
    [
      'a change is pending',
      aSubscription({ pendingChange: { productId: 'monthly', date: '2027-03-03T00:00:00Z' } }),
    ],
  ])('is false when %s', (_when, now) => expect(isPlanUnchanged(before, now)).toBe(false))

  it('is false when no plan was known before', () =>
    expect(isPlanUnchanged(null, aSubscription())).toBe(false))
})
