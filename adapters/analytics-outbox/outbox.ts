import type { AnalyticsEventName } from '#core/model/analytics-events.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/**
 * An unconfirmed event. The service counts an id once, however often it is sent; `time` is in
 * milliseconds since 1970.
 */
export type OutgoingEvent = {
  readonly id: string
  readonly name: AnalyticsEventName
  readonly properties: Readonly<Record<string, unknown>>
  readonly time: number
}

/**
 * More events than a visit produces before its page is idle. Beyond that, the oldest are dropped.
 */
const CAPACITY = 200

const isOutgoing = (value: unknown): value is OutgoingEvent =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'time' in value &&
  typeof value.time === 'number' &&
  'properties' in value &&
  typeof value.properties === 'object' &&
  value.properties !== null

const parse = (text: string | null): readonly OutgoingEvent[] => {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isOutgoing) : []
  } catch {
    return []
  }
}

/** Keeps each event until the service has confirmed it, even after its page is left. */
export const createOutbox = (storage: StoragePort) => {
  let events: readonly OutgoingEvent[] = []
  let isKept = false

  const store = (kept: readonly OutgoingEvent[]) => {
    if (kept.length === 0) storage.remove(analyticsKeys.outbox)
    else storage.write(analyticsKeys.outbox, JSON.stringify(kept.slice(-CAPACITY)))
  }

  const takeStored = () => {
    const stored = parse(storage.read(analyticsKeys.outbox))
    storage.remove(analyticsKeys.outbox)
    return stored
  }

  return {
    add: (event: OutgoingEvent) => {
      events = [...events, event].slice(-CAPACITY)
    },
    /** Events not yet confirmed, oldest first. */
    waiting: (): readonly OutgoingEvent[] => events,
    /** Adds the events that earlier pages left. */
    restore: () => {
      const stored = takeStored()
      const known = new Set(stored.map(({ id }) => id))
      events = [...stored, ...events.filter(({ id }) => !known.has(id))].slice(-CAPACITY)
    },
    confirm: (id: string) => {
      events = events.filter((event) => event.id !== id)
      if (isKept)
        store(parse(storage.read(analyticsKeys.outbox)).filter((event) => event.id !== id))
    },
    /** Stores the pending events for the next page as well. */
    keep: () => {
      if (events.length === 0) return
      const own = new Set(events.map(({ id }) => id))
      const others = parse(storage.read(analyticsKeys.outbox)).filter(({ id }) => !own.has(id))
      store([...others, ...events])
      isKept = true
    },
    clear: () => {
      events = []
      storage.remove(analyticsKeys.outbox)
    },
  }
}
