import { describe, expect, test } from 'vitest'
import { causesOf, datedCausesOf, failedAttemptCause } from '#admin-api/domain/notice-rules.ts'
import { isWorthSending } from '#admin-api/domain/notice-validity.ts'
import type { Cause } from '#admin-api/domain/notices.ts'
import type { Subscribed } from '#admin-api/domain/subscription.ts'
import { active, claimed, date, owing, trialing, usd } from './support/subscribed.ts'

describe('isWorthSending', () => {
  const now = date('2026-12-05')
  const sent = (cause: Cause, row: Subscribed | null, createdAt = now) =>
    isWorthSending({ cause, createdAt }, row, now)
  const only = (keyed: readonly { readonly cause: Cause }[]): Cause => keyed[0]!.cause

  const ending = only(datedCausesOf(trialing, 'year', now))
  const renewal = only(datedCausesOf(active, 'year', date('2027-12-01')))
  const cancelled = { ...trialing, cancelAtPeriodEnd: true }

  test('keeps notices that are still true', () => {
    expect(sent(ending, trialing)).toBe(true)
    expect(sent(renewal, active)).toBe(true)
    expect(sent(only(causesOf(claimed, trialing)), trialing)).toBe(true)
    expect(sent(only(causesOf(trialing, cancelled)), cancelled)).toBe(true)
  })

  test('drops a reminder whose date has moved or whose plan is cancelled', () => {
    expect(sent(ending, { ...trialing, trialEnd: date('2026-12-20') })).toBe(false)
    expect(sent(ending, cancelled)).toBe(false)
    expect(sent(renewal, { ...active, currentPeriodEnd: date('2028-01-01') })).toBe(false)
    expect(sent(renewal, { ...active, cancelAtPeriodEnd: true })).toBe(false)
  })

  test('drops the notice of a new plan that has changed since, as another mail names the new price', () => {
    const started = only(causesOf(claimed, trialing))
    expect(sent(started, { ...trialing, productId: 'monthly' })).toBe(false)
  })

  test('drops the notice of a change of plan that was undone or followed by another', () => {
    const monthly = { ...active, productId: 'monthly' }
    const pendingChange = {
      productId: 'monthly',
      priceId: 'price_monthly',
      price: usd(1299),
      date: '2027-12-10T09:00:00.000Z',
      keepsDiscount: false,
    }
    const pending = { ...active, pendingChange }
    const started = only(causesOf(monthly, active))
    const planned = only(causesOf(active, pending))
    const kept = only(causesOf(pending, active))
    expect([sent(started, active), sent(planned, pending)]).toEqual([true, true])
    expect([sent(started, monthly), sent(planned, active)]).toEqual([false, false])
    expect([sent(kept, active), sent(kept, pending)]).toEqual([true, false])
    expect(sent(renewal, pending)).toBe(false)
    expect(sent(ending, { ...trialing, productId: 'monthly' })).toBe(false)
  })

  test('drops the notice of a failed payment once paid, and of a recovery or cancellation once undone', () => {
    const failed: Cause = {
      kind: 'payment-failed',
      productId: 'annual',
      amount: usd(1),
      attemptedAt: '',
      nextAttemptAt: null,
    }
    expect(sent(failed, owing)).toBe(true)
    expect(sent(failed, active)).toBe(false)
    expect(sent(only(causesOf(trialing, cancelled)), trialing)).toBe(false)
    expect(sent(only(causesOf(owing, active)), owing)).toBe(false)
  })

  test('drops a notice of a failed payment when the plan has since been cancelled or resumed', () => {
    const due = { ...owing, cancelAtPeriodEnd: true }
    const attempt = { invoiceId: 'in_1', attempt: 1, amount: usd(8999), attemptedAt: now }
    const failed = failedAttemptCause(owing, { ...attempt, nextAttemptAt: null })!.cause
    const failedSince = failedAttemptCause(due, { ...attempt, nextAttemptAt: null })!.cause
    expect([sent(failed, owing), sent(failed, due)]).toEqual([true, false])
    expect([sent(failedSince, owing), sent(failedSince, due)]).toEqual([false, true])
    const [unpaid, unpaidSince] = [owing, due].map((row) => ({ ...row, state: 'unpaid' }))
    const held = only(causesOf(owing, unpaid!))
    const heldSince = only(causesOf(due, unpaidSince!))
    expect([sent(held, unpaid!), sent(held, unpaidSince!)]).toEqual([true, false])
    expect([sent(heldSince, unpaid!), sent(heldSince, unpaidSince!)]).toEqual([false, true])
  })

  test('drops a cancellation notice with an amount due once that has been paid', () => {
    const due = { ...owing, cancelAtPeriodEnd: true }
    const cause = only(causesOf(owing, due))
    const paid = { ...due, state: 'active', openInvoice: null }
    expect([sent(cause, due), sent(cause, paid)]).toEqual([true, false])
  })

  test('drops a resumption notice once its charge is no longer due, and an on-hold notice once the plan is paid', () => {
    const resumed = only(causesOf(cancelled, trialing))
    expect([sent(resumed, trialing), sent(resumed, cancelled)]).toEqual([true, false])
    expect(sent(resumed, { ...trialing, productId: 'monthly' })).toBe(false)
    expect(sent(resumed, active)).toBe(false)
    const held: Cause = { kind: 'on-hold', productId: 'annual', owed: usd(8999) }
    const unpaid = { ...owing, state: 'unpaid' }
    expect([sent(held, unpaid), sent(held, active)]).toEqual([true, false])
  })

  test('drops a notice that is three days late, or whose subscription no longer exists', () => {
    expect(sent(ending, trialing, date('2026-12-02'))).toBe(false)
    expect(sent(ending, null)).toBe(false)
  })

  test('keeps the notice of a changed email address without a subscription', () => {
    expect(sent({ kind: 'email-changed', to: 'a@b.c', changedAt: '' }, null)).toBe(true)
  })
})
