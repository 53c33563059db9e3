import { describe, expect, it } from 'vitest'
import type { Subscription } from '#core/model/subscription.ts'
import { aConsent, aSubscription, welcome20 } from '#tests/support/a-visitor.ts'
import { closedWords, startedWords } from '#web/content/words/started-words.ts'

const start = new Date(2026, 10, 26, 9)
const trialEnd = new Date(2026, 11, 10, 9).toISOString()
const consent = { ...aConsent, agreedAt: start.toISOString(), trialEnd }
const trial = aSubscription({ trialEnd, currentPeriodEnd: trialEnd, consent })
const paid = aSubscription({
  status: 'active',
  trialEnd: null,
  currentPeriodEnd: new Date(2027, 10, 26, 9).toISOString(),
  consent: { ...consent, trialEnd: null },
})

const words = (subscription: Subscription, now = new Date(2026, 10, 26, 12)) =>
  startedWords(subscription, now)

describe('the first words after an order', () => {
  it('say that a trial costs nothing today, and what will be charged when', () => {
    expect(words(trial)).toBe('You’re in. $0.00 today, $89.99 on 10\u00a0December.')
    expect(words({ ...trial, discount: welcome20 })).toBe(
      'You’re in. $0.00 today, $71.99 on 10\u00a0December.',
    )
  })

  it('say what was paid today where there is no trial, and what the next charge is', () => {
    expect(words(paid)).toBe(
      'You’re in. $89.99 paid today, next charge $89.99 on 26\u00a0November 2027.',
    )
    const promoted = { ...paid, consent: { ...consent, trialEnd: null, discount: welcome20 } }
    expect(words(promoted)).toBe(
      'You’re in. $71.99 paid today, next charge $89.99 on 26\u00a0November 2027.',
    )
    expect(words({ ...promoted, discount: { ...welcome20, duration: 'forever' } })).toBe(
      'You’re in. $71.99 paid today, next charge $71.99 on 26\u00a0November 2027.',
    )
  })

  it('do not mention today on another day or after a trial', () => {
    const later = new Date(2026, 10, 27, 9)
    expect(words(trial, later)).toBe('You’re in. $89.99 on 10\u00a0December.')
    const next = 'You’re in. Next charge: $89.99 on 26\u00a0November 2027.'
    expect(words(paid, later)).toBe(next)
    expect(words({ ...paid, consent })).toBe(next)
    expect(words({ ...paid, consent: null })).toBe(next)
  })

  it.each([
    ['was cancelled', { ...trial, cancelAtPeriodEnd: true }],
    ['was cancelled after it was paid', { ...paid, cancelAtPeriodEnd: true }],
    ['has a failed payment', { ...paid, status: 'past_due' as const }],
    ['is about to change', { ...paid, pendingChange: { productId: 'monthly', date: trialEnd } }],
  ])('do not mention a charge for a plan that %s', (_what, subscription) => {
    expect(words(subscription)).toBe('You’re in.')
  })
})

describe('the words about a plan that gives no access to the app', () => {
  it.each([
    ['unpaid', 'Your plan is on hold'],
    ['past_due', 'Your plan is on hold'],
    ['paused', 'Your plan is paused'],
  ] as const)('say for the status %s: “%s”', (status, heading) => {
    expect(closedWords({ ...paid, status, graceEndsAt: null }, start)).toMatchObject({ heading })
  })

  it('are absent while the plan gives access', () => {
    expect(closedWords(paid, start)).toBeNull()
    const graceEndsAt = trialEnd
    expect(closedWords({ ...paid, status: 'past_due', graceEndsAt }, start)).toBeNull()
  })
})
