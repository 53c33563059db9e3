import { describe, expect, it } from 'vitest'
import { decimalAmount, formatMoney, percentOf, subtract } from '#core/model/money.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

describe('formatMoney', () => {
  it('writes an amount in its currency and minor units', () => {
    expect(formatMoney(usd(8999))).toBe('$89.99')
    expect(formatMoney({ amount: 500, currency: 'jpy' })).toBe('¥500')
    expect(formatMoney({ amount: 1234, currency: 'bhd' })).toMatch(/1\.234$/)
  })

  it('writes an amount in the format of the given locale', () =>
    expect(formatMoney({ amount: 8999, currency: 'eur' }, 'de-DE')).toMatch(/^89,99.€$/))
})

describe('decimalAmount', () => {
  it('writes an amount with the digits of its currency', () => {
    expect(decimalAmount(usd(8990))).toBe('89.90')
    expect(decimalAmount({ amount: 500, currency: 'jpy' })).toBe('500')
  })
})

describe('subtract', () => {
  it('returns zero when the result would be negative', () => {
    expect(subtract(usd(500), 200)).toEqual(usd(300))
    expect(subtract(usd(500), 600)).toEqual(usd(0))
  })
})

describe('percentOf', () => {
  it('rounds half up', () => {
    expect(percentOf(usd(8999), 20)).toEqual(usd(1800))
    expect(percentOf(usd(50), 5)).toEqual(usd(3))
    expect(percentOf(usd(8999), 100)).toEqual(usd(8999))
  })
})
