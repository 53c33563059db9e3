import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAnalytics } from '#admin-api/analytics/create-analytics.ts'
import { createMemoryAnalytics } from '#admin-api/analytics/memory-analytics.ts'
import { identifyingMembers, outage } from '#tests/support/analytics-provider.ts'
import { uploadPath } from '#sandbox/analytics-upload.ts'
import { startCollector } from '#tests/support/collector.ts'
import type { Collector } from '#tests/support/collector.ts'
import { serverAnalyticsPort } from './server-analytics-port.ts'

describe('analytics in memory', () => {
  serverAnalyticsPort(() => {
    const analytics = createMemoryAnalytics()
    return { analytics, counted: () => analytics.counted, behave: analytics.behave }
  })
})

describe('the product’s analytics over HTTP', () => {
  let collector: Collector
  beforeAll(async () => {
    collector = await startCollector()
  })
  afterAll(() => collector.close())
  beforeEach(async () => {
    collector.proxy.interfere = () => null
    await collector.clear()
  })

  const open = () => createAnalytics({ apiKey: 'sandbox', serverUrl: collector.url + uploadPath })
  const answers = {
    accepting: null,
    refusing: { status: 400, body: { code: 400, error: 'Invalid API key' } },
    unavailable: outage,
  } as const
  const event = { id: 'a', visitorId: 'visitor', name: 'x', properties: {}, time: 1 }

  serverAnalyticsPort(() => ({
    analytics: open(),
    counted: () =>
      collector.events().map(({ event: { id, browser, name, properties, time } }) => ({
        id: id!,
        visitorId: browser!,
        name,
        properties: properties as Record<string, string>,
        time: time!,
      })),
    behave: (as) => {
      collector.proxy.interfere = () => answers[as]
    },
  }))

  test('adds nothing that would identify the visitor', async () => {
    await open().send(event)
    const [sent] = collector.events()
    for (const member of identifyingMembers) expect(sent?.event.other).not.toHaveProperty(member)
  })

  test.each([{ status: 429, body: {} } as const, 'broken connection' as const])(
    'reports %j as an outage',
    async (answer) => {
      collector.proxy.interfere = () => answer
      await expect(open().send(event)).rejects.toMatchObject({ name: 'AnalyticsUnavailable' })
    },
  )
})
