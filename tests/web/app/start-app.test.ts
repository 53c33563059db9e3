// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startApp } from '#web/app/start-app.ts'
import { createAppLoader } from '#web/stores/app-loader.tsx'

/** What is idle comes after so many milliseconds where the browser can't tell. */
const IDLE = 1000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a page that can be used without the application', () => {
  it('loads it in one idle callback and starts it in another', async () => {
    const loaded = vi.fn<() => void>()
    vi.doMock('#web/app/browser-root.ts', () => {
      loaded()
      return {}
    })
    window.history.replaceState(null, '', '/')
    const started = createAppLoader(
      () => new Promise(() => {}),
      () => false,
    )
    await startApp(started)
    await vi.advanceTimersByTimeAsync(IDLE)
    await vi.dynamicImportSettled()
    expect(loaded).toHaveBeenCalled()
    expect(started.state().kind).toBe('idle')
    await vi.advanceTimersByTimeAsync(IDLE)
    expect(started.state().kind).toBe('starting')
  })
})
