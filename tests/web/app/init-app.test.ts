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
  ])('%s takes the first look at the data of a language in a turn of its own: %s', (path, looks) => {
    const format = vi.spyOn(Intl, 'NumberFormat')
    window.history.replaceState(null, '', path)
    void initApp(session())
    expect(format).not.toHaveBeenCalled()
    vi.advanceTimersByTime(0)
    expect(format.mock.calls.length > 0).toBe(looks)
  })
})
