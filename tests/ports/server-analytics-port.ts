import { expect, test } from 'vitest'
import { AnalyticsUnavailable } from '#admin-api/analytics/analytics-port.ts'
import type { AnalyticsPort, OutgoingEvent } from '#admin-api/analytics/analytics-port.ts'

export type ServerAnalyticsHarness = {
  readonly analytics: AnalyticsPort
  /** What the service counted, in order. */
  readonly counted: () => readonly OutgoingEvent[]
  readonly behave: (as: 'accepting' | 'refusing' | 'unavailable') => void
}

const event: OutgoingEvent = {
  id: '0e7b7f5e-5d0c-4c3e-8a56-3c1f6f0a9b21',
  visitorId: '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11',
  name: 'subscription_cancelled',
  properties: { plan: 'annual', inTrial: true, last_touch_source: 'für „Ünïcode“' },
  time: Date.parse('2026-11-20T08:30:00Z'),
}

/** What the admin API relies on in every adapter of its analytics port. */
export const serverAnalyticsPort = (
  open: () => Promise<ServerAnalyticsHarness> | ServerAnalyticsHarness,
) => {
  test('sends an event of a visitor, as it was given', async () => {
    const { analytics, counted } = await open()
    expect(await analytics.send(event)).toBe('sent')
    expect(counted()).toEqual([event])
  })

  test('counts a repeated event once', async () => {
    const { analytics, counted } = await open()
    await analytics.send(event)
    expect(await analytics.send(event)).toBe('sent')
    const another = 'c2d9b6b4-61f3-4d5f-9d0a-5b8a8f1f7e10'
    await analytics.send({ ...event, id: another })
    expect(counted().map(({ id }) => id)).toEqual([event.id, another])
  })

  test('reports an event that the service refuses permanently', async () => {
    const { analytics, counted, behave } = await open()
    behave('refusing')
    expect(await analytics.send(event)).toBe('refused')
    expect(counted()).toEqual([])
  })

  test('throws AnalyticsUnavailable during an outage, and recovers', async () => {
    const { analytics, counted, behave } = await open()
    behave('unavailable')
    await expect(analytics.send(event)).rejects.toThrow(AnalyticsUnavailable)
    behave('accepting')
    expect(await analytics.send(event)).toBe('sent')
    expect(counted()).toHaveLength(1)
  })
}
