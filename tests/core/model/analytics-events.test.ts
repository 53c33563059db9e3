import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '#core/model/analytics-events.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

/**
 * Checked by the compiler: it reports an `@ts-expect-error` as an error if the line below has none.
 */
const mistakes: readonly AnalyticsEvent[] = [
  // @ts-expect-error -- no such event
  { name: 'web_page_closed', properties: { path: '/', title: '', referrer: '' } },
  // @ts-expect-error -- a property is missing
  { name: 'web_page_viewed', properties: { path: '/', title: '' } },
  {
    name: 'user_account_created',
    // @ts-expect-error -- an event carries no email
    properties: { method: 'password', journey: 'enroll', email: 'ada@example.com' },
  },
  {
    name: 'money_belief_assessment_question_answered',
    // @ts-expect-error -- of another type
    properties: { question: 'belief-01', answer: 'yes', index: 1 },
  },
  // @ts-expect-error -- another event's properties
  { name: 'web_free_trial', properties: { plan: 'annual', promotion: null } },
  {
    name: 'money_belief_assessment_completed',
    properties: {
      // @ts-expect-error -- no such belief
      dominant: 'greed',
      scores: { avoidance: 1, worship: 1, status: 1, vigilance: 1 },
    },
  },
  // @ts-expect-error -- no such journey
  { name: 'account_created', properties: { journey: 'checkout' } },
]

describe('analytics events', () => {
  it('do not compile with an unknown name, or with missing, additional or wrong properties', () =>
    expect(mistakes).toHaveLength(7))

  it('do not compile where they are tracked without one of their properties', () => {
    const { analytics } = inMemory()
    // @ts-expect-error -- `place` is missing
    analytics.track({ name: 'web_link_clicked', properties: { label: 'Start', href: '/' } })
    expect(analytics.events).toHaveLength(1)
  })
})
