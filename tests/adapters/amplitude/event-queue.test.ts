import { describe, expect, it } from 'vitest'
import { createEventQueue, QUEUE_KEY } from '#adapters/amplitude/event-queue.ts'
import type { QueuedEvent } from '#adapters/amplitude/event-queue.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'

const anEvent = (time: number): QueuedEvent => ({ name: 'web_page_viewed', properties: { path: '/' }, time })

describe('the event queue', () => {
  it('gives the events once, oldest first', () => {
    const queue = createEventQueue(createMemoryStorage())
    queue.add(anEvent(1))
    queue.add(anEvent(2))
    expect(queue.take()).toEqual([anEvent(1), anEvent(2)])
    expect(queue.take()).toEqual([])
  })

  it('gives what earlier pages kept first, once', () => {
    const storage = createMemoryStorage()
    for (const time of [1, 2]) {
      const earlier = createEventQueue(storage)
      earlier.add(anEvent(time))
      earlier.keep()
      earlier.keep()
    }
    const queue = createEventQueue(storage)
    queue.add(anEvent(3))
    expect(queue.take()).toEqual([anEvent(1), anEvent(2), anEvent(3)])
    expect(storage.entries()).toEqual({})
  })

  it('keeps the latest two hundred', () => {
    const queue = createEventQueue(createMemoryStorage())
    for (let time = 0; time < 250; time++) queue.add(anEvent(time))
    const taken = queue.take()
    expect(taken).toHaveLength(200)
    expect(taken[0]).toEqual(anEvent(50))
  })

  it.each(['not JSON', '{}', '[1, {"name": 2}]', 'null'])('takes a corrupt store for empty: %s', (text) => {
    const storage = createMemoryStorage()
    storage.write(QUEUE_KEY, text)
    expect(createEventQueue(storage).take()).toEqual([])
  })

  it('writes nothing when nothing waits, and forgets all when cleared', () => {
    const storage = createMemoryStorage()
    const queue = createEventQueue(storage)
    queue.keep()
    expect(storage.entries()).toEqual({})
    queue.add(anEvent(1))
    queue.keep()
    queue.clear()
    expect(queue.take()).toEqual([])
  })
})
