import { createMetricsServer } from '../../adapters/telemetry/metrics.ts'
import type { Metrics } from '../../adapters/telemetry/metrics.ts'
import type { Settings } from '../settings/settings.ts'

/** Serves the metrics on a port of their own; null without one. */
export const openMetrics = async (
  { host, metricsPort }: Pick<Settings, 'host' | 'metricsPort'>,
  metrics: Metrics,
): Promise<{ readonly url: string; close(): Promise<void> } | null> => {
  if (metricsPort === null) return null
  const app = createMetricsServer(metrics)
  const url = await app.listen({ host, port: metricsPort })
  return { url, close: () => app.close() }
}
