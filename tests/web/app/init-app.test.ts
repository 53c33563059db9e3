// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initApp } from '#web/app/init-app.ts'
import { createSession } from '#web/app/session.tsx'

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
