// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initApp } from '#web/app/init-app.ts'
import { createSession } from '#web/app/session.tsx'

/** What is idle comes after so many milliseconds where the browser can't tell. */
const IDLE = 1000

const session = () => createSession(() => new Promise(() => {}))

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('before a page comes alive', () => {
  it.each([
    ['/sign-up/payment', true],
    ['/enroll/payment', true],
    ['/sign-up/choose-subscription-plan', true],
    ['/sign-up/survey', false],
    ['/', false],
  ])('%s takes the first look at the data of a language in turns of its own: %s', async (path, looks) => {
    const seen: string[] = []
    const note = (name: string) => function () {
      seen.push(name)
      queueMicrotask(() => seen.push('end of turn'))
    }
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(note('amounts') as never)
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(note('dates') as never)
    window.history.replaceState(null, '', path)
    void initApp(session())
    expect(seen).toEqual([])
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual(looks ? ['amounts', 'end of turn', 'dates', 'end of turn'] : [])
  })
})

describe('a page that can be used without the application', () => {
  it('has it read in one idle moment and started in another', async () => {
    const loaded = vi.fn<() => void>()
    vi.doMock('#web/app/browser-root.ts', () => {
      loaded()
      return {}
    })
    window.history.replaceState(null, '', '/')
    const started = session()
    await initApp(started)
    await vi.advanceTimersByTimeAsync(IDLE)
    await vi.dynamicImportSettled()
    expect(loaded).toHaveBeenCalled()
    expect(started.state().kind).toBe('idle')
    await vi.advanceTimersByTimeAsync(IDLE)
    expect(started.state().kind).toBe('starting')
  })
})
