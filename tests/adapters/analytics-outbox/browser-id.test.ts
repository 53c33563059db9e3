import { describe, expect, it } from 'vitest'
import { createBrowserId } from '#adapters/analytics-outbox/browser-id.ts'
import { createMemoryClock } from '#adapters/memory/memory-clock.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { analyticsKeys } from '#core/model/tracking-consent.ts'

const minutes = (count: number) => count * 60 * 1000

describe('the browser id', () => {
  it('stays the same over pages, as does the session id until a pause of half an hour', async () => {
    const [storage, clock] = [createMemoryStorage(), createMemoryClock()]
    const first = createBrowserId(storage, clock).seen()
    await clock.advance(minutes(29))
    const second = createBrowserId(storage, clock).seen()
    expect(second).toMatchObject({ deviceId: first.deviceId, sessionId: first.sessionId })
    await clock.advance(minutes(30))
    const third = createBrowserId(storage, clock).seen()
    expect(third.deviceId).toBe(first.deviceId)
    expect(third.sessionId).toBe(clock.now().getTime())
  })

  it('changes once it is forgotten', () => {
    const [storage, clock] = [createMemoryStorage(), createMemoryClock()]
    const browser = createBrowserId(storage, clock)
    const { deviceId } = browser.seen()
    browser.forget()
    expect(storage.entries()).toEqual({})
    expect(browser.seen().deviceId).not.toBe(deviceId)
  })

  it('follows what another tab stores: the same session, or a new id once forgotten', async () => {
    const [storage, clock] = [createMemoryStorage(), createMemoryClock()]
    const tab = createBrowserId(storage, clock)
    const other = createBrowserId(storage, clock)
    const { deviceId, sessionId } = tab.seen()
    await clock.advance(minutes(29))
    other.seen()
    await clock.advance(minutes(29))
    expect(tab.seen()).toMatchObject({ deviceId, sessionId })
    other.forget()
    expect(tab.seen().deviceId).not.toBe(deviceId)
  })

  it('is kept in memory while the storage refuses to keep it', () => {
    const storage = createMemoryStorage()
    storage.fail()
    const browser = createBrowserId(storage, createMemoryClock())
    expect(browser.seen()).toEqual(browser.seen())
  })

  it.each(['not JSON', 'null', '{"deviceId":7}'])(
    'is generated again when the storage holds %s',
    (text) => {
      const storage = createMemoryStorage()
      storage.write(analyticsKeys.browser, text)
      expect(createBrowserId(storage, createMemoryClock()).seen().deviceId).toBe('id-0001')
    },
  )
})
