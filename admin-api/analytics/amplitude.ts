import { AnalyticsUnavailable } from './analytics-port.ts'
import type { AnalyticsPort, AnalyticsSettings } from './analytics-port.ts'

/** Well below the time after which a job expires. */
const timeoutMs = 20_000

/**
 * Whether a later attempt may succeed: after a timeout, rate limiting or an error of the service.
 */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** The analytics port over Amplitude's HTTP V2 API. */
export const createAmplitude = ({ apiKey, serverUrl }: AnalyticsSettings): AnalyticsPort => ({
  send: async ({ id, visitorId, name, properties, time }) => {
    const body = JSON.stringify({
      api_key: apiKey,
      events: [
        {
          event_type: name,
          event_properties: properties,
          time,
          insert_id: id,
          device_id: visitorId,
        },
      ],
    })
    const answer = await fetch(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new AnalyticsUnavailable(null)
    })
    await answer.body?.cancel()
    if (answer.ok) return 'sent'
    if (isTemporary(answer.status)) throw new AnalyticsUnavailable(answer.status)
    return 'refused'
  },
})
