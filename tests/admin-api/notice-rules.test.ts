import { describe, expect, test } from 'vitest'
import {
  causesOf,
  datedCausesOf,
  failedAttemptCause,
  trialReminderAt,
} from '#admin-api/domain/notice-rules.ts'
import type {
  Charged,
  PlannedChange,
  Promotion,
  Subscribed,
} from '#admin-api/domain/subscription.ts'
import { active, claimed, date, owing, toAnnual, trialing, usd } from './support/subscribed.ts'

const kinds = (before: Subscribed, after: Subscribed) =>
  causesOf(before, after).map(({ cause }) => cause.kind)

describe('causesOf', () => {
  test('is empty for changes that need no notice', () => {
    expect(kinds(trialing, trialing)).toEqual([])
    expect(kinds(trialing, active)).toEqual([])
    expect(kinds(claimed, { ...claimed, state: 'incomplete' })).toEqual([])
    expect(kinds(claimed, { ...claimed, state: 'incomplete_expired' })).toEqual([])
  })

  test('announces a trial with its end, its price and the first charge', () => {
    const discount: Promotion = { id: 'p', code: 'C', percentOff: 20, duration: 'once' }
    expect(causesOf(claimed, { ...trialing, discount })).toEqual([
      {
        key: 'subscribed:sub',
        cause: {
          kind: 'subscribed',
          productId: 'annual',
          price: usd(8999),
          firstCharge: usd(7199),
          startedAt: '2026-11-26T09:00:00.000Z',
          trialEnd: '2026-12-10T09:00:00.000Z',
          periodEnd: '2026-12-10T09:00:00.000Z',
        },
      },
    ])
  })

  test('announces a subscription without a trial', () => {
    expect(causesOf(claimed, active)[0]?.cause).toMatchObject({
      kind: 'subscribed',
      trialEnd: null,
      periodEnd: '2027-12-10T09:00:00.000Z',
    })
  })

  test('announces the reduced first charge, even though that has used up the promotion', () => {
    const discount: Promotion = { id: 'p', code: 'C', percentOff: 20, duration: 'once' }
    const [cause] = causesOf({ ...claimed, discount }, { ...active, discount: null })
    expect(cause?.cause).toMatchObject({ price: usd(8999), firstCharge: usd(7199) })
  })

  test('announces the reduced price as the price when the promotion lasts forever', () => {
    const discount: Promotion = { id: 'p', code: 'C', percentOff: 20, duration: 'forever' }
    const [cause] = causesOf({ ...claimed, discount }, { ...trialing, discount })
    expect(cause?.cause).toMatchObject({ price: usd(7199), firstCharge: usd(7199) })
  })

  test('announces a cancellation with what is still due', () => {
    const graceEndsAt = date('2026-12-17')
    const late = { ...owing, graceEndsAt }
    const [pastDue] = causesOf(late, { ...late, cancelAtPeriodEnd: true }, null, date('2026-12-12'))
    expect(pastDue?.cause).toMatchObject({
      kind: 'cancelled',
      owed: usd(7199),
      graceEndsAt: graceEndsAt.toISOString(),
    })
    const [afterGrace] = causesOf(
      late,
      { ...late, cancelAtPeriodEnd: true },
      null,
      date('2026-12-20'),
    )
    expect(afterGrace?.cause).toMatchObject({ graceEndsAt: null })
    const unpaid = { ...owing, state: 'unpaid' }
    const [onHold] = causesOf(unpaid, { ...unpaid, cancelAtPeriodEnd: true })
    expect(onHold?.cause).toMatchObject({ owed: usd(7199), graceEndsAt: null })
  })

  test('announces with a recovered payment that the plan is cancelled', () => {
    const cancelled = { ...active, cancelAtPeriodEnd: true }
    const [recovered] = causesOf({ ...owing, cancelAtPeriodEnd: true }, cancelled)
    expect(recovered?.cause).toMatchObject({ kind: 'payment-recovered', isCancelled: true })
  })

  test('announces each cancellation, even a second one, but not the end that follows', () => {
    const cancelled = { ...trialing, cancelAtPeriodEnd: true, appliedTicket: 5 }
    const again = { ...cancelled, appliedTicket: 7 }
    expect(causesOf(trialing, cancelled)).toEqual([
      {
        key: 'cancelled:sub:5',
        cause: {
          kind: 'cancelled',
          productId: 'annual',
          accessUntil: '2026-12-10T09:00:00.000Z',
          isTrial: true,
          isClosed: false,
        },
      },
    ])
    expect(causesOf(trialing, again)[0]?.key).toBe('cancelled:sub:7')
    expect(kinds(cancelled, { ...cancelled, state: 'canceled' })).toEqual([])
  })

  test('announces a recovered payment, even for a plan on hold', () => {
    expect(kinds(owing, active)).toEqual(['payment-recovered'])
    expect(kinds({ ...owing, state: 'unpaid' }, active)).toEqual(['payment-recovered'])
  })

  test('announces the next charge when a cancellation is undone', () => {
    const discount: Promotion = { id: 'p', code: 'C', percentOff: 20, duration: 'once' }
    const cancelled = { ...trialing, cancelAtPeriodEnd: true, discount }
    expect(causesOf(cancelled, { ...trialing, discount, appliedTicket: 6 })).toEqual([
      {
        key: 'resumed:sub:6',
        cause: {
          kind: 'resumed',
          productId: 'annual',
          charge: usd(7199),
          chargedAt: '2026-12-10T09:00:00.000Z',
          isKept: false,
          isClosed: false,
        },
      },
    ])
    expect(causesOf({ ...active, cancelAtPeriodEnd: true }, active)[0]?.cause).toMatchObject({
      charge: usd(8999),
      chargedAt: '2027-12-10T09:00:00.000Z',
    })
  })

  test.each([
    ['while a payment is failing', owing, []],
    ['with a change of plan', { ...active, productId: 'monthly' }, ['plan-changed']],
  ])('does not announce a resumption %s', (_when, row, told) => {
    expect(kinds({ ...active, state: row.state, cancelAtPeriodEnd: true }, row)).toEqual(told)
  })

  test('announces an end for lack of payment, unless the plan was cancelled', () => {
    expect(kinds(owing, { ...owing, state: 'canceled' })).toEqual(['ended-unpaid'])
    const cancelled = { ...owing, cancelAtPeriodEnd: true }
    expect(kinds(cancelled, { ...cancelled, state: 'canceled' })).toEqual([])
  })

  test('announces what is owed when no attempt is left, and the end when it comes', () => {
    const unpaid = { ...owing, state: 'unpaid' }
    expect(causesOf(owing, unpaid)).toEqual([
      {
        key: 'on-hold:sub:4',
        cause: { kind: 'on-hold', productId: 'annual', owed: usd(7199), isCancelled: false },
      },
    ])
    const cancelled = { ...unpaid, cancelAtPeriodEnd: true }
    expect(causesOf({ ...owing, cancelAtPeriodEnd: true }, cancelled)).toMatchObject([
      { cause: { kind: 'on-hold', isCancelled: true } },
    ])
    expect(kinds(unpaid, unpaid)).toEqual([])
    expect(kinds(unpaid, { ...unpaid, state: 'canceled' })).toEqual(['ended-unpaid'])
  })

  describe('for a change of plan', () => {
    const monthly = { ...active, productId: 'monthly', priceId: 'price_monthly', priceAmount: 1299 }
    const pendingChange: PlannedChange = {
      productId: 'monthly',
      priceId: 'price_monthly',
      price: usd(1299),
      date: '2027-12-10T09:00:00.000Z',
      keepsDiscount: true,
    }
    const pending = { ...active, pendingChange, appliedTicket: 6 }

    test('announces what was charged and what comes next', () => {
      expect(causesOf(monthly, active, usd(8263))).toEqual([
        {
          key: 'plan-changed:sub:4',
          cause: {
            kind: 'plan-changed',
            productId: 'annual',
            priceId: 'price_annual',
            price: usd(8999),
            startsAt: null,
            charged: usd(8263),
            nextCharge: usd(8999),
            nextChargeAt: '2027-12-10T09:00:00.000Z',
          },
        },
      ])
    })

    test('announces a change in the trial with the first charge', () => {
      const discount: Promotion = { id: 'p', code: 'C', percentOff: 20, duration: 'once' }
      const earlier = { ...trialing, productId: 'monthly', priceAmount: 1299, discount }
      expect(causesOf(earlier, { ...trialing, discount })[0]?.cause).toMatchObject({
        charged: null,
        nextCharge: usd(7199),
        nextChargeAt: '2026-12-10T09:00:00.000Z',
      })
    })

    test('announces a pending change once, and not again when it takes effect', () => {
      expect(causesOf(active, pending)).toMatchObject([
        {
          key: 'plan-changed:sub:6',
          cause: { productId: 'monthly', startsAt: pendingChange.date, nextCharge: usd(1299) },
        },
      ])
      expect(kinds(pending, pending)).toEqual([])
      expect(kinds(pending, monthly)).toEqual([])
    })

    test('announces the next charge each time a pending change is undone', () => {
      const kept = { ...active, appliedTicket: 7 }
      expect(causesOf(pending, kept)).toEqual([
        {
          key: 'resumed:sub:7',
          cause: {
            kind: 'resumed',
            productId: 'annual',
            charge: usd(8999),
            chargedAt: '2027-12-10T09:00:00.000Z',
            isKept: true,
            isClosed: false,
          },
        },
      ])
      expect(causesOf(pending, { ...kept, appliedTicket: 9 })[0]?.key).toBe('resumed:sub:9')
      expect(kinds(kept, kept)).toEqual([])
    })

    test.each<[string, Partial<Subscribed>, string[]]>([
      ['cancelled', { cancelAtPeriodEnd: true }, ['cancelled']],
      ['not paid for', { state: 'past_due' }, []],
      ['ended', { state: 'canceled' }, ['ended']],
      ['renewed', { currentPeriodEnd: date('2028-12-10') }, []],
    ])('does not say that the plan stays when it is %s', (_what, change, told) => {
      expect(kinds(pending, { ...active, ...change })).toEqual(told)
    })

    test.each([
      [true, 649],
      [false, 1299],
    ])(
      'subtracts a promotion from the next charge only if the new plan keeps it: %s',
      (keepsDiscount, amount) => {
        const discount: Promotion = { id: 'p', code: 'C', percentOff: 50, duration: 'forever' }
        const change = { ...pendingChange, keepsDiscount }
        const [told] = causesOf(
          { ...active, discount },
          { ...pending, discount, pendingChange: change },
        )
        expect(told?.cause).toMatchObject({ nextCharge: usd(amount) })
      },
    )

    test('does not announce the renewal of a plan that is about to change', () => {
      expect(datedCausesOf(pending, 'year', date('2027-12-01'))).toEqual([])
    })
  })

  test('does not report an end that the user asked for as a lack of payment', () => {
    const leaving = { ...owing, cancelAtPeriodEnd: true }
    expect(kinds(leaving, { ...leaving, state: 'canceled' })).toEqual([])
    expect(kinds(active, { ...active, state: 'canceled' })).toEqual(['ended'])
  })
})

describe('datedCausesOf', () => {
  const due = (row: Subscribed, interval: 'month' | 'year', now: string) =>
    datedCausesOf(row, interval, date(now)).map(({ key }) => key)
  const ending = 'trial-ending:sub:2026-12-10T09:00:00.000Z'

  test('announces the end of a trial 7 days before for annual plans, 3 for monthly ones', () => {
    expect(due(trialing, 'year', '2026-12-02')).toEqual([])
    expect(due(trialing, 'year', '2026-12-03')).toEqual([ending])
    expect(due(trialing, 'month', '2026-12-06')).toEqual([])
    expect(due(trialing, 'month', '2026-12-07')).toEqual([ending])
    expect(due(trialing, 'month', '2026-12-10')).toEqual([])
  })

  test('announces the end of a trial again when the plan changes after the first notice', () => {
    const ordered = { ...trialing, consent: toAnnual }
    const changed = { ...ordered, productId: 'monthly' }
    expect(due(ordered, 'year', '2026-12-03')).toEqual([ending])
    expect(due(changed, 'month', '2026-12-04')).toEqual([])
    expect(due(changed, 'month', '2026-12-07')).toEqual([`${ending}:monthly`])
  })

  test('does not announce the end of a trial that is shorter than its notice period', () => {
    expect(due({ ...trialing, startedAt: date('2026-12-04') }, 'year', '2026-12-05')).toEqual([])
    expect(trialReminderAt(date('2026-12-07'), date('2026-12-10'), 'month')).toBeNull()
    expect(trialReminderAt(date('2026-12-06'), date('2026-12-10'), 'month')).toEqual(
      date('2026-12-07'),
    )
    // Too short for the notice period of a yearly plan.
    expect(trialReminderAt(date('2026-12-03'), date('2026-12-10'), 'year')).toEqual(
      date('2026-12-07'),
    )
  })

  test('announces the renewal of an annual plan 30 days before', () => {
    expect(due(active, 'year', '2027-11-09')).toEqual([])
    expect(due(active, 'year', '2027-11-10')).toEqual([
      'renewal-ahead:sub:2027-12-10T09:00:00.000Z',
    ])
    expect(due(active, 'month', '2027-12-09')).toEqual([])
  })

  test('announces nothing for a cancelled, overdue or ended subscription', () => {
    for (const state of ['past_due', 'unpaid', 'canceled', 'paused'])
      expect(due({ ...active, state }, 'year', '2027-12-01')).toEqual([])
    expect(due({ ...active, cancelAtPeriodEnd: true }, 'year', '2027-12-01')).toEqual([])
    expect(due({ ...trialing, cancelAtPeriodEnd: true }, 'year', '2026-12-09')).toEqual([])
  })

  test.each<[Promotion['duration'], number | undefined, number]>([
    ['once', undefined, 8999],
    ['repeating', 6, 8999],
    ['repeating', 24, 4499],
    ['forever', undefined, 4499],
  ])(
    'takes a promotion off the renewal while it lasts (%s, months: %s)',
    (duration, months, amount) => {
      const discount = { id: 'p', code: 'C', percentOff: 50, duration, months } as Promotion
      const [renewal] = datedCausesOf({ ...active, discount }, 'year', date('2027-12-01'))
      expect(renewal?.cause).toMatchObject({ charge: usd(amount) })
    },
  )

  test('ends a promotion on the last day of a month that lacks the start’s day', () => {
    const discount = { id: 'p', code: 'C', percentOff: 50, duration: 'repeating', months: 6 }
    const row = { ...active, startedAt: date('2026-08-31'), currentPeriodEnd: date('2027-02-28') }
    const [renewal] = datedCausesOf(
      { ...row, discount: discount as Promotion },
      'year',
      date('2027-02-01'),
    )
    expect(renewal?.cause).toMatchObject({ charge: usd(8999) })
  })

  test('takes an amount off the first charge, down to zero', () => {
    const discount = { id: 'p', code: 'C', amountOff: usd(10_000), duration: 'once' } as const
    const [first] = datedCausesOf({ ...trialing, discount }, 'year', date('2026-12-05'))
    expect(first?.cause).toMatchObject({ charge: usd(0) })
  })
})

describe('failedAttemptCause', () => {
  const failed = {
    invoiceId: 'in_1',
    attempt: 2,
    amount: usd(8999),
    attemptedAt: date('2026-12-10'),
    nextAttemptAt: null,
  }

  test('has its own key for each attempt to charge an invoice', () => {
    expect(failedAttemptCause(owing, failed)).toMatchObject({ key: 'payment-failed:in_1:2' })
  })

  test('names the card, and how long access lasts', () => {
    const card = { brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2030 }
    const row = { ...owing, card, graceEndsAt: date('2026-12-17') }
    expect(failedAttemptCause(row, failed, date('2026-12-12'))?.cause).toMatchObject({
      card: { brand: 'Visa', last4: '4242' },
      accessUntil: '2026-12-17T09:00:00.000Z',
    })
  })

  test('says whether the plan was cancelled', () => {
    const cancelled = { ...owing, cancelAtPeriodEnd: true }
    expect(failedAttemptCause(owing, failed)?.cause).toMatchObject({ isCancelled: false })
    expect(failedAttemptCause(cancelled, failed)?.cause).toMatchObject({ isCancelled: true })
  })

  test('promises no access once the grace period is over', () => {
    const row = { ...owing, graceEndsAt: date('2026-12-17') }
    const late = failedAttemptCause(row, failed, date('2026-12-18'))
    expect(late?.cause).toMatchObject({ accessUntil: null })
  })

  test('is null before the subscription has started', () => {
    expect(failedAttemptCause(claimed, failed)).toBeNull()
  })
})

describe('a refund', () => {
  const refund: NonNullable<Charged['refund']> = {
    charge: 'ch_1',
    at: '2026-12-11T09:00:00.000Z',
    amount: usd(8999),
    by: 'shop',
    card: { brand: 'Visa', last4: '4242' },
  }
  const charged: Charged = {
    firstAt: '2026-12-10T09:00:00.000Z',
    refunded: usd(0),
    isRefundable: true,
    refund: null,
  }
  const paid: Subscribed = { ...active, charged }
  const refunded: Subscribed = { ...paid, charged: { ...charged, refunded: usd(8999), refund } }

  test('is announced once for each charge, with the amount and the card', () => {
    expect(causesOf(paid, { ...refunded, state: 'canceled' })).toEqual([
      {
        key: 'refunded:sub:ch_1',
        cause: {
          kind: 'refunded',
          productId: 'annual',
          amount: usd(8999),
          isInAll: false,
          card: refund.card,
          refundedAt: refund.at,
          hasEnded: true,
        },
      },
    ])
    expect(causesOf(refunded, refunded)).toEqual([])
  })

  test('is announced with the total when part was refunded before', () => {
    const inPart = { ...paid, charged: { ...charged, refunded: usd(1000) } }
    const [told] = causesOf(inPart, refunded)
    expect(told?.cause).toMatchObject({ kind: 'refunded', amount: usd(8999), isInAll: true })
  })

  test('is not announced again when the plan ends later, which has a notice of its own', () => {
    expect(kinds(refunded, { ...refunded, state: 'canceled' })).toEqual(['ended'])
  })

  test('makes a later cancellation notice say that access has ended', () => {
    const [cancelled] = causesOf(refunded, { ...refunded, cancelAtPeriodEnd: true })
    expect(cancelled?.cause).toMatchObject({ kind: 'cancelled', isClosed: true })
  })

  test('is not announced when it was partial, or made by the bank', () => {
    expect(kinds(paid, { ...paid, charged: { ...charged, refunded: usd(1000) } })).toEqual([])
    const byBank = { ...charged, refund: { ...refund, by: 'bank' as const } }
    expect(kinds(paid, { ...paid, charged: byBank })).toEqual([])
  })

  test('is not announced for a withdrawal from an unpaid plan, and neither is its end', () => {
    const withdrawnAt = date('2026-12-11')
    expect(kinds(owing, { ...owing, state: 'canceled', withdrawnAt })).toEqual([])
  })
})
