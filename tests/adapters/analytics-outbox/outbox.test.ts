import { describe, expect, it } from 'vitest'
import { createOutbox } from '#adapters/analytics-outbox/outbox.ts'
import type { OutgoingEvent } from '#adapters/analytics-outbox/outbox.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'

const anEvent = (time: number): OutgoingEvent => ({
  id: `event-${time}`,
  name: 'web_page_viewed',
  properties: { path: '/' },
  time,
})

describe('the outbox', () => {
  it('holds each event until it is confirmed', () => {
    const outbox = createOutbox(createMemoryStorage())
    outbox.add(anEvent(1))
    outbox.add(anEvent(2))
    expect(outbox.waiting()).toEqual([anEvent(1), anEvent(2)])
    outbox.confirm('event-1')
    expect(outbox.waiting()).toEqual([anEvent(2)])
  })

  it('puts events of earlier pages first, without duplicates', () => {
    const storage = createMemoryStorage()
    for (const time of [1, 2]) {
      const earlier = createOutbox(storage)
      earlier.add(anEvent(time))
      earlier.keep()
      earlier.keep()
    }
    const outbox = createOutbox(storage)
    outbox.add(anEvent(3))
    outbox.restore()
    expect(outbox.waiting()).toEqual([anEvent(1), anEvent(2), anEvent(3)])
    expect(storage.entries()).toEqual({})
  })

  it('leaves no event to the next page once it is confirmed', () => {
    const storage = createMemoryStorage()
    const outbox = createOutbox(storage)
    outbox.add(anEvent(1))
    outbox.add(anEvent(2))
    outbox.keep()
    outbox.confirm('event-1')
    outbox.confirm('event-2')
    expect(storage.entries()).toEqual({})
  })

  it('keeps the latest two hundred events', () => {
    const outbox = createOutbox(createMemoryStorage())
    for (let time = 0; time < 250; time++) outbox.add(anEvent(time))
    expect(outbox.waiting()).toHaveLength(200)
    expect(outbox.waiting()[0]).toEqual(anEvent(50))
  })

  it.each(['not JSON', '{}', '[1, {"name": 2}]', 'null'])(
    'treats a corrupt store as empty: %s',
    (text) => {
      const storage = createMemoryStorage()
      storage.write(analyticsKeys.outbox, text)
      const outbox = createOutbox(storage)
      outbox.restore()
      expect(outbox.waiting()).toEqual([])
    },
  )

  it('writes nothing when no event waits, and forgets every event when cleared', () => {
    const storage = createMemoryStorage()
    const outbox = createOutbox(storage)
    outbox.keep()
    expect(storage.entries()).toEqual({})
    outbox.add(anEvent(1))
    outbox.keep()
    outbox.clear()
    expect(storage.entries()).toEqual({})
    expect(outbox.waiting()).toEqual([])
  })
})
