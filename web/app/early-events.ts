import type { AnalyticsEvent, Moment } from '#core/model/analytics-events.ts'
import { measuringKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** What happened before the application ran. */
export type EarlyEvent = { readonly event: AnalyticsEvent; readonly moment: Moment }

const isEarlyEvent = (value: unknown): value is EarlyEvent =>
  typeof value === 'object' && value !== null && 'event' in value && 'moment' in value

const read = (storage: Pick<StoragePort, 'read'>): readonly EarlyEvent[] => {
  try {
    const parsed: unknown = JSON.parse(storage.read(measuringKeys.early) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isEarlyEvent) : []
  } catch {
    return []
  }
}

/** Leaves to the next page what this one can no longer tell. */
export const keepEarlyEvents = (storage: Pick<StoragePort, 'read' | 'write'>, events: readonly EarlyEvent[]): void => {
  if (events.length > 0) storage.write(measuringKeys.early, JSON.stringify([...read(storage), ...events]))
}

/** What earlier pages could no longer tell, once. */
export const takeEarlyEvents = (storage: Pick<StoragePort, 'read' | 'remove'>): readonly EarlyEvent[] => {
  const events = read(storage)
  storage.remove(measuringKeys.early)
  return events
}
