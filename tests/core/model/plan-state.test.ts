import { describe, expect, it } from 'vitest'
import { isCancellable, planState } from '#core/model/plan-state.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { annual, aSubscription, monthly } from '#tests/support/a-visitor.ts'

const now = new Date('2026-12-08T12:00:00Z')

/** The paid invoice of a period that began on 5 December. */
const anInvoice = ({ refunded = 0 } = {}) => ({
  createdAt: '2026-12-05T12:00:00Z',
  status: 'paid' as const,
  total: annual.price,
  refunded: refunded === 0 ? null : { ...annual.price, amount: refunded },
})

/** An annual plan that was charged on 5 December, unless the changes say otherwise. */
const active = (changes: Partial<Subscription> = {}) =>
  aSubscription({
    status: 'active',
    currentPeriodEnd: '2027-12-05T12:00:00Z',
    withdrawableUntil: '2026-12-19T12:00:00Z',
    ...changes,
  })

const stateOf = (subscription: Subscription | null, ...invoices: ReturnType<typeof anInvoice>[]) =>
  planState(subscription, [annual, monthly], invoices, now)

const refunded = anInvoice({ refunded: annual.price.amount })

describe('isCancellable', () => {
  it.each([
    ['active', false, true],
    ['paused', false, true],
    ['active', true, false],
    ['canceled', false, false],
  ] as const)(
    'of a plan that is %s (cancelled: %s) is %s',
    (status, cancelAtPeriodEnd, expected) => {
      expect(isCancellable({ status, cancelAtPeriodEnd })).toBe(expected)
    },
  )
})

describe('planState', () => {
  it('offers a change of plan and a refund for a charged plan', () => {
    expect(stateOf(active(), anInvoice())).toEqual({
      interval: 'year',
      next: monthly,
      moneyBack: { amount: annual.price, until: new Date('2026-12-19T12:00:00Z') },
      refunded: null,
      isClosed: false,
      isUncharged: false,
      isOutdated: false,
      needsSupport: false,
    })
  })

  it('is empty without a subscription', () => {
    expect(stateOf(null)).toEqual({
      interval: null,
      next: null,
      moneyBack: null,
      refunded: null,
      isClosed: false,
      isUncharged: false,
      isOutdated: false,
      needsSupport: false,
    })
  })

  it('has no interval for a plan that is no longer offered', () => {
    expect(stateOf(active({ productId: 'founder_2024' }), anInvoice()).interval).toBeNull()
  })

  it('is uncharged at the start of a period, until its invoice is sent', () => {
    expect(stateOf(active()).isUncharged).toBe(true)
  })

  it('is outdated once the period is over', () => {
    const over = active({ currentPeriodEnd: '2026-12-08T12:00:00Z' })
    expect(stateOf(over, anInvoice()).isOutdated).toBe(true)
  })

  it('refers a paused plan to support', () => {
    expect(stateOf(active({ status: 'paused' }), anInvoice()).needsSupport).toBe(true)
  })

  it('refers a plan that continues after a full refund to support, and offers no other plan', () => {
    expect(stateOf(active(), refunded)).toMatchObject({
      next: null,
      moneyBack: null,
      refunded: annual.price,
      isClosed: true,
      needsSupport: true,
    })
  })

  it.each([
    ['has been cancelled', active({ cancelAtPeriodEnd: true })],
    ['has ended', active({ status: 'canceled' })],
  ])('needs no support after a full refund if the plan %s', (_how, subscription) => {
    expect(stateOf(subscription, refunded)).toMatchObject({ isClosed: true, needsSupport: false })
  })

  it('still offers another plan after a partial refund', () => {
    const { next, isClosed, needsSupport } = stateOf(active(), anInvoice({ refunded: 1000 }))
    expect([next, isClosed, needsSupport]).toEqual([monthly, false, false])
  })
})
