import { describe, expect, it } from 'vitest'
import { annual, aSubscription, welcome20 } from '#tests/support/a-visitor.ts'
import { planSummary } from '#web/screens/your-account/plan-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const end = '2026-12-05T12:00:00Z'
const summary = (changes: Parameters<typeof aSubscription>[0]) =>
  planSummary(aSubscription({ currentPeriodEnd: end, ...changes }), annual, now)

describe('the words about a plan', () => {
  it('say until when it is free and what the first charge will be, less the promotion', () => {
    const { statement, rows, action } = summary({ status: 'trialing', discount: welcome20 })
    expect(statement).toBe('Free until 5 December 2026')
    expect(rows).toEqual([
      { label: 'Annual', value: '$89.99 a year' },
      { label: 'WELCOME20', value: '20% off your first charge' },
      { label: 'First charge', value: '$71.99 on 5 December 2026' },
    ])
    expect(action).toBe('cancel')
  })

  it('say when it renews and for how much', () => {
    const { statement, rows } = summary({ status: 'active', trialEnd: null })
    expect(statement).toBe('Renews on 5 December 2026')
    expect(rows).toContainEqual({ label: 'Next charge', value: '$89.99 on 5 December 2026' })
  })

  it.each(['trialing', 'active'] as const)(
    'say until when a cancelled plan stays that is %s, and that nothing more is charged',
    (status) => {
      const { badge, statement, rows, action } = summary({
        status,
        cancelAtPeriodEnd: true,
        discount: welcome20,
      })
      expect([badge, statement, action]).toEqual([
        'Cancelled',
        'Yours until 5 December 2026',
        'resume',
      ])
      expect(rows).toEqual([
        { label: 'Annual', value: '$89.99 a year' },
        { label: 'Next charge', value: 'None' },
      ])
    },
  )

  it('name no charge and blame nobody when a payment is due', () => {
    const { badge, tone, rows, action } = summary({ status: 'past_due' })
    expect([badge, tone, action]).toEqual(['Payment due', 'wanting', 'cancel'])
    expect(rows).toEqual([{ label: 'Annual', value: '$89.99 a year' }])
  })

  it.each([
    ['2026-11-01T12:00:00Z', 'Ended on 1 November 2026'],
    [end, 'Your plan has ended'],
  ])('say of an ended plan that was paid until %s: %s', (currentPeriodEnd, statement) => {
    expect(summary({ status: 'canceled', currentPeriodEnd })).toMatchObject({
      statement,
      action: 'choose',
      rows: [],
    })
  })

  it.each([null, 'incomplete', 'incomplete_expired'] as const)(
    'offer the plans where there is none (%s)',
    (status) => {
      const { badge, action } = status === null ? planSummary(null, null, now) : summary({ status })
      expect([badge, action]).toEqual(['No plan', 'choose'])
    },
  )
})
