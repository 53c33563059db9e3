import { describe, expect, test } from 'vitest'
import {
  attributionProperties,
  eventsOf,
  failedAttemptEvent,
  paidInvoiceEvent,
} from '#admin-api/domain/analytics-events.ts'
import type { Charged, Subscribed } from '#admin-api/domain/subscription.ts'
import { active, claimed, date, owing, trialing, usd } from './support/subscribed.ts'

const now = date('2026-12-11')

const events = (earlier: Subscribed, row: Subscribed) =>
  eventsOf(earlier, row, now).map(({ cause }) => cause)

describe('a change of a subscription', () => {
  test.each([
    ['nothing changes', active, active],
    ['an order is placed', claimed, trialing],
    ['an order fails', claimed, { ...claimed, state: 'incomplete_expired' }],
    // The first invoice is paid some time later.
    ['a trial ends', trialing, active],
    ['a payment fails', active, owing],
    [
      'a cancelled plan ends',
      { ...active, cancelAtPeriodEnd: true },
      { ...active, state: 'canceled' },
    ],
    ['an unpaid plan ends', { ...owing, state: 'unpaid' }, { ...owing, state: 'canceled' }],
    ['a cancellation is taken back', { ...active, cancelAtPeriodEnd: true }, active],
  ])('is not reported when %s', (_when, earlier, row) => {
    expect(events(earlier, row)).toEqual([])
  })

  test('is reported as a recovered payment with the amount that had failed', () => {
    expect(eventsOf(owing, { ...active, appliedTicket: 9 }, now)).toEqual([
      {
        key: 'payment_recovered:sub:9',
        cause: {
          kind: 'payment_recovered',
          properties: { plan: 'annual', amount: 7199, currency: 'usd' },
          time: now.getTime(),
        },
      },
    ])
  })

  test.each([
    ['requested', true, trialing, { ...trialing, cancelAtPeriodEnd: true }],
    ['requested', false, owing, { ...owing, cancelAtPeriodEnd: true }],
    ['requested', false, active, { ...active, state: 'canceled' }],
    ['unpaid', false, owing, { ...owing, state: 'unpaid' }],
    ['unpaid', false, owing, { ...owing, state: 'canceled' }],
    ['withdrawn', false, active, { ...active, state: 'canceled', withdrawnAt: now }],
  ])('is reported as a cancellation: %s, in the trial: %s', (reason, inTrial, earlier, row) => {
    expect(events(earlier, row)).toEqual([
      {
        kind: 'subscription_cancelled',
        properties: { plan: 'annual', reason, inTrial },
        time: now.getTime(),
      },
    ])
  })

  test('is reported as a refund of the newly refunded amount', () => {
    const charged = (refunded: number): Charged => ({
      firstAt: '2026-12-10T09:00:00Z',
      refunded: usd(refunded),
      isRefundable: true,
      refund: null,
    })
    const [none, part, all] = [0, 2000, 8999].map((refunded) => ({
      ...active,
      charged: charged(refunded),
    }))
    const refunds = [
      [active, part],
      [none, part],
      [part, part],
      [part, all],
      [all, part],
    ] as const
    expect(
      refunds.map(([earlier, row]) =>
        eventsOf(earlier!, row!, now).map(({ key, cause }) => [key, cause.properties]),
      ),
    ).toEqual([
      [['payment_refunded:sub:2000', { plan: 'annual', ...usd(2000) }]],
      [['payment_refunded:sub:2000', { plan: 'annual', ...usd(2000) }]],
      [],
      [['payment_refunded:sub:8999', { plan: 'annual', ...usd(6999) }]],
      [],
    ])
  })
})

describe('a paid invoice', () => {
  const paid = {
    invoiceId: 'in_1',
    amount: usd(7199),
    paidAt: now,
    periodStarts: [date('2026-12-10')],
    isForCycle: true,
  }
  const time = now.getTime()
  const properties = { plan: 'annual', amount: 7199, currency: 'usd' }

  test('is reported as a converted trial when its period starts where the trial ends', () => {
    expect(paidInvoiceEvent(active, paid)).toEqual({
      key: 'trial_converted:sub',
      cause: { kind: 'trial_converted', properties, time },
    })
  })

  test.each([
    ['after a trial', active, date('2027-12-10')],
    ['without a trial', { ...active, trialEnd: null }, date('2026-12-10')],
  ])('is reported as a renewal for every later period, %s', (_when, row, start) => {
    expect(paidInvoiceEvent(row, { ...paid, periodStarts: [start] })).toEqual({
      key: 'subscription_renewed:in_1',
      cause: { kind: 'subscription_renewed', properties, time },
    })
  })

  test('is not reported when it is for a change of plan', () => {
    const other = { ...paid, periodStarts: [date('2026-11-26')], isForCycle: false }
    expect(paidInvoiceEvent(active, other)).toBeNull()
  })
})

describe('a failed payment attempt', () => {
  const failed = {
    invoiceId: 'in_1',
    attempt: 2,
    amount: usd(8999),
    attemptedAt: now,
    nextAttemptAt: null,
  }

  test('is reported with its number, under a key of its own', () => {
    expect(failedAttemptEvent(owing, failed)).toEqual({
      key: 'payment_failed:in_1:2',
      cause: {
        kind: 'payment_failed',
        properties: { plan: 'annual', amount: 8999, currency: 'usd', attempt: 2 },
        time: now.getTime(),
      },
    })
  })

  test('is not reported before the subscription started', () => {
    expect(failedAttemptEvent(claimed, failed)).toBeNull()
  })
})

test('the attribution uses the property names of the site’s events, and omits email addresses', () => {
  expect(
    attributionProperties({
      firstTouch: { source: 'paper', term: '50% off' },
      lastTouch: { source: 'mail', content: 'ada@example.com', campaign: 'to-ada%2540example.com' },
    }),
  ).toEqual({
    first_touch_source: 'paper',
    first_touch_term: '50% off',
    last_touch_source: 'mail',
  })
  expect(attributionProperties({ firstTouch: null, lastTouch: null })).toEqual({})
})
