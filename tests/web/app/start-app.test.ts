// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import { HINT_KEY } from '#core/model/session-hint.ts'
import { createBrowserAppLoader, startApp } from '#web/app/start-app.ts'
import { createAppLoader } from '#web/stores/app-loader.tsx'
import type { RunningApp } from '#web/stores/app-loader.tsx'

/** The delay of the fallback for a browser without idle callbacks, in milliseconds. */
const IDLE = 1000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a page that can be used without the application', () => {
  it('loads the application in one idle callback and starts it in another', async () => {
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

describe('a storage that opens later', () => {
  const openLater = () => {
    const storage = createMemoryStorage()
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { storage, opened, open: () => open() }
  }

  it('is checked for a session only once it is open', async () => {
    const { storage, opened, open } = openLater()
    const loader = createBrowserAppLoader(() => ({}) as never, { storage, opened })
    storage.write(HINT_KEY, '1')
    open()
    await opened
    expect(loader.canRender()).toBe(false)
  })

  it('is open before the application restores its state', async () => {
    const { storage, opened, open } = openLater()
    const startBrowserApp = vi.fn<() => Promise<RunningApp>>(() => new Promise(() => {}))
    vi.doMock('#web/app/browser-root.ts', () => ({ startBrowserApp }))
    const loader = createBrowserAppLoader(() => ({}) as never, { storage, opened })
    void loader.start()
    await vi.dynamicImportSettled()
    expect(startBrowserApp).not.toHaveBeenCalled()
    open()
    await vi.dynamicImportSettled()
    await expect.poll(() => startBrowserApp.mock.calls.length).toBe(1)
  })
})
