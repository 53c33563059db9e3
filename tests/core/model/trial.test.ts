import { describe, expect, it } from 'vitest'
import { offerOf } from '#core/model/plan.ts'
import { runningTrial, trialOf } from '#core/model/trial.ts'
import { aConsent, annual, aSubscription, monthly, welcome20 } from '#tests/support/a-visitor.ts'

const now = new Date('2026-11-26T12:00:00Z')
const on = (day: string) => new Date(`${day}T12:00:00Z`)

describe('trialOf', () => {
  it('reminds seven days before the first charge of an annual plan', () => {
    expect(trialOf(annual, welcome20, now)).toEqual({
      startsAt: now,
      remindsAt: on('2026-12-03'),
      chargesAt: on('2026-12-10'),
      charge: { amount: 7199, currency: 'usd' },
    })
  })

  it('reminds three days before the first charge of a monthly plan', () => {
    expect(trialOf(monthly, null, now)).toMatchObject({
      remindsAt: on('2026-11-30'),
      chargesAt: on('2026-12-03'),
    })
  })

  it('reminds three days before the first charge of an annual plan with only seven free days', () => {
    expect(trialOf({ ...annual, trialDays: 8 }, null, now)?.remindsAt).toEqual(on('2026-11-27'))
    expect(trialOf({ ...annual, trialDays: 7 }, null, now)?.remindsAt).toEqual(on('2026-11-30'))
  })

  it('has no reminder after the first mail when the trial is shorter than any lead time', () => {
    expect(trialOf({ ...annual, trialDays: 3 }, null, now)?.remindsAt).toBeNull()
  })

  it('returns null for a product without free days', () => {
    expect(trialOf(offerOf(annual, true), null, now)).toBeNull()
  })
})

describe('runningTrial', () => {
  const subscription = aSubscription({
    trialEnd: '2026-12-10T12:00:00Z',
    discount: welcome20,
    consent: { ...aConsent, agreedAt: now.toISOString() },
  })

  it('begins with the consent and ends with the discounted charge', () => {
    expect(runningTrial(subscription, 'year')).toEqual(trialOf(annual, welcome20, now))
  })

  it('has no start without a consent, and no reminder without the plan', () => {
    expect(runningTrial({ ...subscription, consent: null }, 'year')).toMatchObject({
      startsAt: null,
      remindsAt: on('2026-12-03'),
    })
    expect(runningTrial(subscription, null)?.remindsAt).toBeNull()
  })

  it.each([
    ['a plan that is paid', { status: 'active' }],
    ['a trial that was cancelled', { cancelAtPeriodEnd: true }],
    ['a trial without an end', { trialEnd: null }],
  ] as const)('returns null for %s', (_what, changes) => {
    expect(runningTrial({ ...subscription, ...changes }, 'year')).toBeNull()
  })
})
