import { describe, expect, it } from 'vitest'
import { annual, aSubscription, monthly, welcome20 } from '#tests/support/a-visitor.ts'
import { planSummary } from '#web/screens/your-account/plan-words.ts'

const now = new Date('2026-11-21T12:00:00Z')
const end = '2026-12-05T12:00:00Z'
const summary = (changes: Parameters<typeof aSubscription>[0]) =>
  planSummary(aSubscription({ currentPeriodEnd: end, ...changes }), [annual, monthly], now)

describe('the words about a plan', () => {
  it('say how long a trial is free, and what the first charge will be with the promotion', () => {
    const { statement, sentence, rows, action } = summary({
      status: 'trialing',
      discount: welcome20,
    })
    expect(statement).toBe('Free until 5\u00a0December 2026')
    expect(sentence).toBe('14 days left. Cancel before then and you pay nothing.')
    expect(rows).toEqual([
      { label: 'Annual', value: '$89.99 a year' },
      { label: 'WELCOME20', value: '20% off your first charge' },
      { label: 'First charge', value: '$71.99 on 5\u00a0December 2026' },
    ])
    expect(action).toBe('cancel')
  })

  it('say when an active plan renews and for how much', () => {
    const { statement, rows } = summary({ status: 'active', trialEnd: null })
    expect(statement).toBe('Renews on 5\u00a0December 2026')
    expect(rows).toContainEqual({
      label: 'Next charge',
      value: '$89.99 on 5\u00a0December 2026',
    })
  })

  it('say what the plan changes to, and when', () => {
    const pendingChange = { productId: 'monthly', date: '2027-03-03T12:00:00Z' }
    expect(summary({ status: 'active', trialEnd: null, pendingChange })).toEqual({
      badge: 'Change planned',
      sign: 'diamond',
      statement: 'Changes to Monthly on 3\u00a0March 2027',
      sentence: 'You keep Annual until then.',
      rows: [
        { label: 'Annual', value: '$89.99 a year' },
        { label: 'Then Monthly', value: '$12.99 a month' },
      ],
      action: 'cancel',
      isChanging: true,
    })
  })

  it('do not name a plan that is no longer offered next to its price', () => {
    const { rows } = summary({ status: 'active', productId: 'founder_2024' })
    expect(rows[0]).toEqual({ label: 'Your plan', value: '$89.99' })
  })

  it('give the id of a plan that is no longer offered when a change leads to it', () => {
    const pendingChange = { productId: 'weekly', date: '2027-03-03T12:00:00Z' }
    const { statement, rows } = summary({ status: 'active', pendingChange })
    expect(statement).toBe('Changes to weekly on 3\u00a0March 2027')
    expect(rows).toHaveLength(1)
  })

  it.each(['trialing', 'active'] as const)(
    'say how long a cancelled plan lasts, and that nothing more is charged (%s)',
    (status) => {
      const { badge, statement, sentence, rows, action } = summary({
        status,
        cancelAtPeriodEnd: true,
        discount: welcome20,
      })
      expect(sentence).toContain(
        `If you resume, ${status === 'trialing' ? '$71.99' : '$89.99'} is due that day.`,
      )
      expect([badge, statement, action]).toEqual([
        'Cancelled',
        'Yours until 5\u00a0December 2026',
        'resume',
      ])
      expect(rows).toEqual([
        { label: 'Annual', value: '$89.99 a year' },
        { label: 'Next charge', value: 'None' },
      ])
    },
  )

  it.each([
    ['2026-12-04T13:00:00Z', '1 day left. Cancel before then and you pay nothing.'],
    [end, 'Cancel before then and you pay nothing.'],
  ])('count the days left in a trial at %s', (time, sentence) => {
    const trialing = aSubscription({ currentPeriodEnd: end, status: 'trialing' })
    expect(planSummary(trialing, [annual], new Date(time)).sentence).toBe(sentence)
  })

  describe('while a payment is failing', () => {
    const openInvoice = {
      amount: { amount: 8999, currency: 'usd' },
      attemptedAt: '2026-11-20T12:00:00Z',
      nextAttemptAt: '2026-11-24T12:00:00Z',
    }
    const late = { status: 'past_due', openInvoice } as const

    it('say what failed, when it is tried again and how long access to the app lasts', () => {
      expect(summary({ ...late, graceEndsAt: '2026-11-27T12:00:00Z' })).toEqual({
        badge: 'Payment failed',
        sign: 'triangle',
        statement: 'Access until 27\u00a0November 2026',
        sentence:
          '$89.99 didn’t go through on 20\u00a0November. We’ll try again on 24\u00a0November.',
        rows: [{ label: 'Annual', value: '$89.99 a year' }],
        action: 'cancel',
        isCardNeeded: true,
      })
    })

    it('say that the card will not be tried again', () => {
      const { sentence } = summary({
        ...late,
        graceEndsAt: '2026-11-27T12:00:00Z',
        openInvoice: { ...openInvoice, nextAttemptAt: null },
      })
      expect(sentence).toContain('We won’t try this card again.')
    })

    it.each([
      ['past_due', '2026-11-21T11:59:59Z', ' We’ll try again on 24\u00a0November.'],
      ['unpaid', null, ''],
    ] as const)(
      'say which payment would restore access to the app: %s',
      (status, graceEndsAt, nextTry) => {
        const open = nextTry === '' ? { ...openInvoice, nextAttemptAt: null } : openInvoice
        expect(summary({ status, graceEndsAt, openInvoice: open })).toMatchObject({
          badge: 'On hold',
          statement: 'Waiting for $89.99',
          sentence: `$89.99 didn’t go through on 20\u00a0November. You can’t use the app until it’s paid. Your results are still here.${nextTry}`,
          isCardNeeded: true,
        })
      },
    )

    it('name no amount when the failed amount is unknown', () => {
      expect(summary({ status: 'past_due' })).toMatchObject({
        statement: 'Your last payment didn’t go through',
        isCardNeeded: true,
      })
    })

    it.each([
      ['past_due', '2026-11-27T12:00:00Z'],
      ['unpaid', null],
      ['paused', null],
    ] as const)(
      'end by saying that the plan was cancelled, and offer to resume it: %s',
      (status, graceEndsAt) => {
        const { sentence, action } = summary({
          ...late,
          status,
          graceEndsAt,
          cancelAtPeriodEnd: true,
        })
        expect(sentence).toMatch(
          /^[$N].* You’ve cancelled, so your plan won’t renew after 5\u00a0December 2026\.$/,
        )
        expect(action).toBe('resume')
      },
    )
  })

  describe('after a refund that did not end the plan', () => {
    const closed = (changes: Parameters<typeof aSubscription>[0] = {}) =>
      planSummary(
        aSubscription({ currentPeriodEnd: end, status: 'active', ...changes }),
        [annual, monthly],
        now,
        annual.price,
        true,
      )

    it('say that the app cannot be used, and that the plan renews', () => {
      expect(closed()).toMatchObject({
        badge: 'On hold',
        statement: 'You can’t use the app',
        sentence:
          '$89.99 went back to the card you paid with. Your plan still renews on 5\u00a0December 2026, unless you cancel it.',
        action: 'cancel',
      })
    })

    it('say that the app cannot be used, and what the plan changes to', () => {
      const pendingChange = { productId: 'monthly', date: '2027-03-03T12:00:00Z' }
      expect(closed({ pendingChange })).toEqual({
        badge: 'On hold',
        sign: 'square',
        statement: 'You can’t use the app',
        sentence:
          '$89.99 went back to the card you paid with. Your plan still changes to Monthly on 3\u00a0March 2027, unless you cancel it.',
        rows: [
          { label: 'Annual', value: '$89.99 a year' },
          { label: 'Then Monthly', value: '$12.99 a month' },
        ],
        action: 'cancel',
        isChanging: true,
      })
    })

    it('say when the plan ends once it has been cancelled', () => {
      expect(closed({ cancelAtPeriodEnd: true })).toMatchObject({
        badge: 'Cancelled',
        statement: 'You can’t use the app',
        sentence:
          '$89.99 went back to the card you paid with. Your plan ends on 5\u00a0December 2026, and nothing more will be charged.',
        action: 'resume',
      })
    })

    it('say that the plan has ended, as for any other plan', () => {
      expect(closed({ status: 'canceled' }).badge).toBe('Ended')
    })
  })

  it('say how a paused plan starts again', () => {
    const { badge, sentence, isCardNeeded } = summary({ status: 'paused' })
    expect(badge).toBe('Paused')
    expect(sentence).toContain('Contact us and we’ll start it again.')
    expect(isCardNeeded).toBeUndefined()
  })

  it.each([
    ['2026-11-01T12:00:00Z', 'Ended on 1\u00a0November 2026'],
    [end, 'Your plan has ended'],
  ])('say of an ended plan that was paid until %s: “%s”', (currentPeriodEnd, statement) => {
    expect(summary({ status: 'canceled', currentPeriodEnd })).toMatchObject({
      statement,
      action: 'choose',
      rows: [],
    })
  })

  it.each(['2026-11-01T12:00:00Z', end])(
    'say that an ended plan was refunded, whatever date it was paid until: %s',
    (currentPeriodEnd) => {
      const subscription = aSubscription({ status: 'canceled', currentPeriodEnd })
      const { statement, sentence } = planSummary(subscription, [annual], now, annual.price)
      expect(statement).toBe('Your plan has ended')
      expect(sentence).toContain('$89.99 went back to the card you paid with. Your account')
    },
  )

  it.each([null, 'incomplete', 'incomplete_expired'] as const)(
    'offer the plans when there is no plan (%s)',
    (status) => {
      const { badge, action } = status === null ? planSummary(null, [], now) : summary({ status })
      expect([badge, action]).toEqual(['No plan', 'choose'])
    },
  )
})
