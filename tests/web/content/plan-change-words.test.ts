import { describe, expect, it } from 'vitest'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import { annual, aSubscription, monthly, welcome20 } from '#tests/support/a-visitor.ts'
import {
  changedWords,
  changeLabel,
  changeWords,
  endingWords,
  lineLabel,
  signedMoney,
  unchangedWords,
} from '#web/content/words/plan-change-words.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })
const today = '2026-11-26T12:00:00Z'

const upgrade: PlanChangePreview = {
  id: 'preview-1',
  productId: 'annual',
  effective: 'now',
  dueToday: usd(8263),
  lines: [],
  nextCharge: { date: '2027-11-26T12:00:00Z', amount: usd(8999) },
  endingPromotion: null,
}
const downgrade: PlanChangePreview = {
  ...upgrade,
  productId: 'monthly',
  effective: 'period-end',
  dueToday: usd(0),
  nextCharge: { date: '2027-03-03T12:00:00Z', amount: usd(1299) },
}
const paying = aSubscription({ productId: 'monthly', status: 'active', trialEnd: null })
const inTrial = aSubscription({ trialEnd: '2026-12-05T12:00:00Z' })

const from = (present: typeof annual, next: typeof annual, subscription = paying) => ({
  subscription,
  present,
  next,
})

describe('the words about a change of plan', () => {
  it('explain what is paid today, and when and how much is charged next', () => {
    expect(changeWords(upgrade, from(monthly, annual))).toBe(
      'You pay for a year, less a credit for the unused part of this month. Next charge: $89.99 on 26\u00a0November 2027.',
    )
    expect(changeLabel(upgrade)).toBe('Pay $82.63 and change')
  })

  it('say “this period” when the current plan is no longer offered', () => {
    const facts = {
      subscription: paying,
      present: { name: 'weekly', interval: null },
      next: annual,
    }
    expect(changeWords(upgrade, facts)).toContain('the unused part of this period.')
  })

  it('say when a cheaper plan starts, and that there is nothing to pay today', () => {
    expect(changeWords(downgrade, from(annual, monthly))).toBe(
      'Annual until 3\u00a0March 2027, then Monthly for $12.99 a month. Nothing to pay today.',
    )
    expect(changeLabel(downgrade)).toBe('Change plan')
  })

  it('say what the first charge will be with the promotion', () => {
    const nextCharge = { ...downgrade.nextCharge, amount: usd(1039) }
    expect(changeWords({ ...downgrade, nextCharge }, from(annual, monthly))).toBe(
      'Annual until 3\u00a0March 2027, then Monthly for $12.99 a month; your promotion makes the first charge $10.39. Nothing to pay today.',
    )
  })

  it('say that a trial continues, and what is paid after it', () => {
    const nextCharge = { date: '2026-12-05T12:00:00Z', amount: usd(8999) }
    const preview = { ...upgrade, dueToday: usd(0), nextCharge }
    expect(changeWords(preview, from(monthly, annual, inTrial))).toBe(
      'Your free trial continues until 5\u00a0December 2026, then Annual for $89.99 a year. Nothing to pay today.',
    )
  })

  it('name the promotion that ends', () => {
    expect(endingWords(welcome20, annual)).toBe(
      'WELCOME20 doesn’t work with Annual, so your promotion ends with this change.',
    )
  })

  it.each([
    ['plan', 'Annual, from today'],
    ['discount', 'WELCOME20'],
    ['tax', 'Tax'],
    ['unused', '17 unused days'],
  ] as const)('label a line of the calculation by its kind: %s', (kind, label) => {
    const period = { start: today, end: '2026-12-13T09:00:00Z' }
    const subscription = { ...paying, discount: welcome20 }
    const facts = from(monthly, annual, subscription)
    expect(lineLabel({ kind, amount: usd(1), period }, facts)).toBe(label)
  })

  it.each([
    ['2026-11-27T09:00:00Z', '1 unused day'],
    ['2026-11-26T13:00:00Z', '1 unused day'],
  ])('round the unused time until %s up to whole days', (end, label) => {
    const line = { kind: 'unused', amount: usd(-1), period: { start: today, end } } as const
    expect(lineLabel(line, from(monthly, annual))).toBe(label)
  })

  it('label a discount without a promotion code as “Discount”', () => {
    const line = {
      kind: 'discount',
      amount: usd(-1),
      period: { start: today, end: today },
    } as const
    expect(lineLabel(line, from(monthly, annual))).toBe('Discount')
  })

  it('write negative amounts with a minus sign', () => {
    expect([signedMoney(usd(-736)), signedMoney(usd(8999))]).toEqual(['−$7.36', '$89.99'])
  })

  it('say that the plan is changed, and what was paid with which card', () => {
    expect(changedWords(upgrade, from(monthly, annual))).toBe(
      'Done. You’re on Annual now. We charged $82.63 to Visa ending\u00a04242.',
    )
    expect(changedWords({ ...upgrade, dueToday: usd(0) }, from(monthly, annual))).toBe(
      'Done. You’re on Annual now. Nothing was charged.',
    )
    expect(changedWords(downgrade, from(annual, monthly))).toBe(
      'Done. Annual until 3\u00a0March 2027, then Monthly. Nothing was charged.',
    )
  })

  it.each([
    [
      { kind: 'declined', message: 'Your card was declined.' },
      'Your card was declined.',
      'Nothing was charged, and your plan is unchanged. You can try again or use another card.',
    ],
    [
      { kind: 'authentication-failed', message: 'Please choose another card and try again.' },
      'Please choose another card and try again.',
      'Nothing was charged, and your plan is unchanged.',
    ],
    [
      { kind: 'rejected' },
      'We couldn’t charge your card.',
      'Nothing was charged, and your plan is unchanged. You can try again or use another card.',
    ],
    [
      { kind: 'preview-stale', was: usd(8263), due: usd(8306) },
      'The amount has changed.',
      'It was $82.63; now it’s $83.06. Nothing was charged.',
    ],
    [
      { kind: 'preview-stale', was: usd(8263), due: null },
      'The amount has changed.',
      'Please check it. Nothing was charged.',
    ],
    [
      { kind: 'preview-stale', was: usd(8263), due: usd(8263) },
      'That took a while, so we checked again.',
      'The amount hasn’t changed. Nothing was charged.',
    ],
  ] as const)('say why the plan was not changed: %j', (refusal, reason, advice) => {
    expect(unchangedWords(refusal)).toEqual({ reason, advice })
  })
})
