import { describe, expect, it } from 'vitest'
import type { Invoice } from '#core/model/invoice.ts'
import {
  isPaidBack,
  isWithdrawable,
  moneyBackOf,
  refundableOf,
  refundedOf,
  withdrawalRefusal,
} from '#core/model/withdrawal.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

const bill = (total: number, refunded = 0, status: Invoice['status'] = 'paid') => ({
  status,
  total: usd(total),
  refunded: refunded === 0 ? null : usd(refunded),
})

describe('what a withdrawal refunds', () => {
  it('is the sum of everything paid', () => {
    expect(refundableOf([bill(7700), bill(1299), bill(0)])).toEqual(usd(8999))
  })

  it('does not include what is unpaid or has already been refunded', () => {
    expect(refundableOf([bill(1299, 0, 'open'), bill(7700, 700)])).toEqual(usd(7000))
  })

  it.each([
    ['there are no invoices', []],
    ['nothing was charged in the trial', [bill(0)]],
    ['everything has been refunded', [bill(8999, 8999)]],
    ['nothing was paid', [bill(8999, 0, 'void')]],
  ])('is nothing when %s', (_why, invoices) => {
    expect(refundableOf(invoices)).toBeNull()
  })
})

describe('what was refunded', () => {
  it('is the sum over the invoices', () => {
    expect(refundedOf([bill(7700, 7700), bill(1299, 1299), bill(0)])).toEqual(usd(8999))
  })

  it('is nothing until an invoice has been refunded', () => {
    expect(refundedOf([bill(8999)])).toBeNull()
  })
})

describe('isPaidBack', () => {
  it.each([
    ['in full', [bill(8999, 8999)], true],
    [
      'in full, older than an open one and one of a trial',
      [bill(1299, 0, 'open'), bill(0), bill(8999, 8999)],
      true,
    ],
    ['in part', [bill(8999, 1000)], false],
    ['not at all, unlike the one before', [bill(8999), bill(7700, 7700)], false],
    ['not at all', [bill(8999)], false],
    ['not at all, since none was paid', [bill(0)], false],
  ])(
    'says whether the newest paid invoice was refunded in full: %s',
    (_what, invoices, expected) => {
      expect(isPaidBack(invoices)).toBe(expected)
    },
  )
})

describe('withdrawalRefusal', () => {
  const until = new Date('2026-12-10T12:00:00Z')

  it('says that nothing is left to refund when the server refuses within the withdrawal period', () =>
    expect(withdrawalRefusal('withdrawal-over', until, new Date('2026-12-10T11:59:59Z'))).toBe(
      'nothing-left',
    ))

  it('says that it is too late once the withdrawal period is over', () =>
    expect(withdrawalRefusal('withdrawal-over', until, until)).toBe('withdrawal-over'))

  it('says that the plan has ended, whatever the time', () =>
    expect(withdrawalRefusal('ended', until, new Date('2026-12-01T00:00:00Z'))).toBe('ended'))
})

describe('a withdrawal', () => {
  const until = '2026-12-10T12:00:00Z'

  it.each([
    ['before its period is over', until, '2026-12-10T11:59:59.999Z', true],
    ['once its period is over', until, until, false],
    ['without a first charge', null, '2026-12-01T00:00:00Z', false],
  ])(
    'is possible only between the first charge and the end of its period: %s',
    (_when, withdrawableUntil, now, expected) => {
      expect(isWithdrawable({ withdrawableUntil }, new Date(now))).toBe(expected)
    },
  )

  it('offers what was paid and not refunded until its period is over', () => {
    const now = new Date('2026-12-01T00:00:00Z')
    const subscription = { withdrawableUntil: until }
    const amount = usd(8999)
    expect(moneyBackOf(subscription, [bill(8999)], now)).toEqual({ amount, until: new Date(until) })
    expect(moneyBackOf(subscription, [bill(8999)], new Date(until))).toBeNull()
    expect(moneyBackOf(subscription, [bill(8999, 8999)], now)).toBeNull()
    expect(moneyBackOf(null, [bill(8999)], now)).toBeNull()
  })
})
