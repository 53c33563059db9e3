import { Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import { Stripe } from 'stripe'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/**
 * `/v1/subscriptions/sub_1/resume` becomes `subscriptions`, since each id would be a time series.
 */
const resourceOf = (path: string): string => /^\/v\d+\/(\w+)/.exec(path)?.[1] ?? 'unknown'

/**
 * The SDK's own HTTP client, with every attempt measured: its status, or `none` when there was no
 * answer.
 */
export const measureProvider = (registry: Registry): HttpClient => {
  const durations = new Histogram({
    name: 'payment_provider_request_duration_seconds',
    help: 'Time until the payment provider answered, each attempt by itself',
    labelNames: ['method', 'resource', 'status'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const [, , path, method] = request
      const stop = durations.startTimer({ method, resource: resourceOf(path) })
      try {
        const answer = await client.makeRequest(...request)
        stop({ status: answer.getStatusCode() })
        return answer
      } catch (error) {
        stop({ status: 'none' })
        throw error
      }
    },
  }
}
