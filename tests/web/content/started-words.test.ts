import { describe, expect, it } from 'vitest'
import type { Subscription } from '#core/model/subscription.ts'
import { aConsent, aSubscription, welcome20 } from '#tests/support/a-visitor.ts'
import { startedWords } from '#web/content/words/started-words.ts'

const start = new Date(2026, 10, 26, 9)
const trialEnd = new Date(2026, 11, 10, 9).toISOString()
const consent = { ...aConsent, agreedAt: start.toISOString(), trialEnd }
const trial = aSubscription({ trialEnd, currentPeriodEnd: trialEnd, consent })
const paid = aSubscription({
  status: 'active',
  trialEnd: null,
  consent: { ...consent, trialEnd: null },
})

const words = (subscription: Subscription, now = new Date(2026, 10, 26, 12)) =>
  startedWords(subscription, now)

describe('the first words after an order', () => {
  it('say what is paid today and what is paid when', () => {
    expect(words(trial)).toBe('You’re in. $0.00 today, $89.99 on 10 December.')
    expect(words({ ...trial, discount: welcome20 })).toBe(
      'You’re in. $0.00 today, $71.99 on 10 December.',
    )
  })

  it('say what was paid where there is no trial', () => {
    expect(words(paid)).toBe('You’re in. $89.99 paid today.')
    const promoted = { ...consent, trialEnd: null, discount: welcome20 }
    expect(words({ ...paid, consent: promoted })).toBe('You’re in. $71.99 paid today.')
  })

  it('say nothing of today on another day', () => {
    const next = new Date(2026, 10, 27, 9)
    expect(words(trial, next)).toBe('You’re in. $89.99 on 10 December.')
    expect(words(paid, next)).toBe('You’re in.')
  })

  it.each([
    ['was cancelled', { ...trial, cancelAtPeriodEnd: true }],
    ['did not pay', { ...paid, status: 'past_due' as const }],
    ['is from before consent was recorded', { ...paid, consent: null }],
  ])('claim no charge of a plan that %s', (_what, subscription) => {
    expect(words(subscription)).toBe('You’re in.')
  })
})
