import { describe, expect, it } from 'vitest'
import { isLive as isLiveInAdminApi } from '#admin-api/domain/subscription.ts'
import { subscriptionStates } from '#admin-api/data/schema.ts'
import { isLive, isOutdated, isStopped, wasChargedBefore } from '#core/model/subscription.ts'
import type { SubscriptionStatus } from '#core/model/subscription.ts'

const statuses: readonly SubscriptionStatus[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
]

describe('a live subscription', () => {
  it('means the same to the site and to the admin API', () => {
    expect(statuses.filter((status) => isLive({ status }))).toEqual(
      subscriptionStates.filter(isLiveInAdminApi),
    )
  })
})

describe('a stopped subscription', () => {
  it('is unpaid or paused', () =>
    expect(statuses.filter((status) => isStopped({ status }))).toEqual(['unpaid', 'paused']))
})

describe('an outdated subscription', () => {
  const currentPeriodEnd = '2026-12-10T09:00:00Z'
  const isOutdatedAt = (now: string) => (status: SubscriptionStatus) =>
    isOutdated({ status, currentPeriodEnd }, new Date(now))

  it('is a live one whose trial or period is over', () => {
    expect(statuses.filter(isOutdatedAt('2026-12-10T08:59:59Z'))).toEqual([])
    expect(statuses.filter(isOutdatedAt(currentPeriodEnd))).toEqual([
      'trialing',
      'active',
      'past_due',
      'unpaid',
    ])
  })
})

describe('a subscription that was cancelled', () => {
  it('was charged before the cancellation if it was to end at once but is still live', () => {
    expect(wasChargedBefore({ status: 'active' }, true)).toBe(true)
    expect(wasChargedBefore({ status: 'canceled' }, true)).toBe(false)
  })

  it('was not charged before the cancellation if it was to stay until its period ends', () => {
    expect(wasChargedBefore({ status: 'active' }, false)).toBe(false)
  })
})
