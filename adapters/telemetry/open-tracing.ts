import type { Tracing, TracingParts, TracingSettings } from './tracing.ts'

/** Traces this process from now on. Without settings, loads nothing and returns null. */
export const openTracing = async (
  settings: TracingSettings | null,
  parts: TracingParts,
): Promise<Tracing | null> => {
  if (settings === null) return null
  const { startTracing } = await import('./start-tracing.ts')
  return startTracing(settings, parts)
}
