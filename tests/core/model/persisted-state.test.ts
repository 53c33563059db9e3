import { describe, expect, it } from 'vitest'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import {
  drawVariant,
  emptySignUpData,
  emptyUserData,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => now.getTime() - days * 24 * 60 * 60 * 1000

describe('sign-up data from the device', () => {
  it.each([null, undefined, 'garbage', 7, [], { survey: 'x', visitedSteps: {}, billingEmail: 3 }])(
    'gives the defaults for %j',
    (stored) => expect(restoreSignUpData(stored, now)).toEqual(emptySignUpData),
  )

  it('keeps the fields that are right and defaults the others', () => {
    const restored = restoreSignUpData({ billingEmail: 'ada@example.com', survey: { answers: { a: 1 }, introPicture: 4 } }, now)
    expect(restored.billingEmail).toBe('ada@example.com')
    expect(restored.survey).toEqual({ answers: { a: 1 }, diagnosis: null, introPicture: '' })
  })

  it.each([
    ['stripePromotionCode', 5],
    ['stripePromotionCode', { id: 'p' }],
    ['subscriptionProduct', { id: 'annual', name: 'Annual', price: '89.99', features: [] }],
    ['surveyQuestions', { version: '1' }],
    ['lastVisitedTimeStamp', {}],
  ])('drops what a screen could not use: %s as %j', (field, value) => {
    expect(restoreSignUpData({ [field]: value }, now)).toEqual(emptySignUpData)
  })

  it('drops a diagnosis that is none and keeps the answers', () => {
    const restored = restoreSignUpData({ survey: { answers: { a: 1 }, diagnosis: {}, introPicture: 'juggler' } }, now)
    expect(restored.survey).toEqual({ answers: { a: 1 }, diagnosis: null, introPicture: 'juggler' })
  })

  it('drops fields nobody knows', () => {
    expect(restoreSignUpData({ password: 'Secret77' }, now)).not.toHaveProperty('password')
  })

  it('is kept for 30 days and dropped after, the promotion code included', () => {
    const stored = { ...emptySignUpData, stripePromotionCode: { id: 'p', code: 'X', duration: 'once' } }
    expect(restoreSignUpData({ ...stored, lastVisitedTimeStamp: daysAgo(29) }, now).stripePromotionCode).not.toBeNull()
    expect(restoreSignUpData({ ...stored, lastVisitedTimeStamp: daysAgo(31) }, now)).toEqual(emptySignUpData)
  })
})

describe('the result variant', () => {
  it('is kept once drawn', () => {
    expect(restoreAbTesting({ moneyBeliefResultVariant: '3 Steps' }, 0.1)).toEqual({ moneyBeliefResultVariant: '3 Steps' })
  })

  it('is drawn again when there is none or an unknown one', () => {
    expect(restoreAbTesting({ moneyBeliefResultVariant: '2 Steps' }, 0.1)).toEqual({ moneyBeliefResultVariant: '1 Step' })
  })

  it('has even odds', () => {
    expect([0, 0.499].map(drawVariant)).toEqual(['1 Step', '1 Step'])
    expect([0.5, 0.999].map(drawVariant)).toEqual(['3 Steps', '3 Steps'])
  })

  it.each([1, 2, 3])('falls on half of 10,000 visitors, within three standard errors (seed %i)', (seed) => {
    const visitors = 10_000
    const clock = createMemoryClock()
    const { below } = seededRandom(seed)
    const chances = Array.from({ length: visitors }, () => below(2 ** 32) / 2 ** 32)
    clock.rollDice(chances[0] ?? 0, ...chances.slice(1))
    const drawn = chances.map(() => restoreAbTesting(null, clock.random()).moneyBeliefResultVariant)
    const share = drawn.filter((variant) => variant === '1 Step').length / visitors
    expect(Math.abs(share - 0.5)).toBeLessThan(3 * Math.sqrt(0.25 / visitors))
    expect(new Set(drawn)).toEqual(new Set(['1 Step', '3 Steps']))
  })
})

it('restores user data only where it fits', () => {
  expect(restoreUserData({ profile: 'x', userId: 7, lastUpdatedTimestamp: 5 })).toEqual({ ...emptyUserData, lastUpdatedTimestamp: 5 })
  expect(restoreUserData({ userId: 'uid' }).userId).toBe('uid')
  expect(restoreUserData(null)).toEqual(emptyUserData)
})
