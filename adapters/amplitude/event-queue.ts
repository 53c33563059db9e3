import type { AnalyticsEventName } from '#core/model/analytics-events.ts'
import type { StoragePort } from '#core/ports/storage.ts'

/** An event on its way: `time` is when it happened, in milliseconds since 1970. */
export type QueuedEvent = {
  readonly name: AnalyticsEventName
  readonly properties: Readonly<Record<string, unknown>>
  readonly time: number
}

export const QUEUE_KEY = 'evenkeel.events'

/** More than a visit makes before its page is idle; beyond it the oldest go. */
const CAPACITY = 200

const isQueuedEvent = (value: unknown): value is QueuedEvent =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'time' in value &&
  typeof value.time === 'number' &&
  'properties' in value &&
  typeof value.properties === 'object' &&
  value.properties !== null

const parse = (text: string): readonly QueuedEvent[] => {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed.filter(isQueuedEvent) : []
  } catch {
    return []
  }
}

/** Holds events until the SDK takes them, across a page that is left before. */
export const createEventQueue = (storage: StoragePort) => {
  let waiting: readonly QueuedEvent[] = []

  return {
    add: (event: QueuedEvent) => {
      waiting = [...waiting, event].slice(-CAPACITY)
    },
    /** Empties the queue, oldest first, what an earlier page left included. */
    take: (): readonly QueuedEvent[] => {
      const stored = storage.read(QUEUE_KEY)
      if (stored !== null) storage.remove(QUEUE_KEY)
      const events = [...(stored === null ? [] : parse(stored)), ...waiting]
      waiting = []
      return events
    },
    clear: () => {
      waiting = []
      storage.remove(QUEUE_KEY)
    },
    /** Leaves what waits to the next page. */
    keep: () => {
      if (waiting.length === 0) return
      const stored = storage.read(QUEUE_KEY)
      const events = [...(stored === null ? [] : parse(stored)), ...waiting].slice(-CAPACITY)
      if (storage.write(QUEUE_KEY, JSON.stringify(events)) === 'written') waiting = []
    },
  }
}
