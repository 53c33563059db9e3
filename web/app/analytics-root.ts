import { createAmplitudeService } from '#adapters/amplitude/amplitude-service.ts'
import { createOutboxAnalytics } from '#adapters/analytics-outbox/outbox-analytics.ts'
import type { OutboxAnalyticsParts } from '#adapters/analytics-outbox/outbox-analytics.ts'
import type { AnalyticsPort } from '#core/ports/analytics.ts'

type Parts = Omit<OutboxAnalyticsParts, 'service' | 'page'> & { readonly page: Window }

/** Creates analytics with this product's provider. Bundled in a chunk of its own. */
export const createAnalytics = (parts: Parts): AnalyticsPort =>
  createOutboxAnalytics({
    ...parts,
    service: createAmplitudeService({
      loadSdk: () => import('#adapters/amplitude/amplitude-sdk.ts'),
      page: parts.page,
    }),
  })
