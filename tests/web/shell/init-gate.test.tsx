// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import { InitGate } from '#web/shell/init-gate.tsx'
import { startApp } from '#web/app/start-app.ts'
import { createAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import type { RunningApp, AppLoader } from '#web/stores/app-loader.tsx'
import { createStores } from '#web/stores/create-stores.ts'

afterEach(cleanup)

const renderPage = (loader: AppLoader) =>
  render(
    <AppLoaderProvider loader={loader}>
      <InitGate>
        <h1>The page</h1>
      </InitGate>
    </AppLoaderProvider>,
  )

const isShown = () => screen.queryByRole('heading') !== null

const anApp = (): RunningApp => {
  const ports = inMemory()
  const { app, clock } = ports
  const stores = createStores({
    app,
    ports,
    timing: { now: clock.now, sleep: clock.sleep, random: clock.random },
    origin,
  })
  return {
    app,
    stores,
    recordStepView: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  }
}

/** An app whose initialization has finished. */
const aRunningApp = async (): Promise<RunningApp> => {
  const running = anApp()
  running.stores.global.applyInit(await running.app.initApp())
  return running
}

/** A loader whose application loads once the test calls `answer`. */
const anAppLoader = (isSignedIn: boolean) => {
  let answer = (_running: Promise<RunningApp>) => {}
  const load = () =>
    new Promise<RunningApp>((resolve) => {
      answer = resolve
    })
  return {
    loader: createAppLoader(load, () => isSignedIn),
    answer: (running: Promise<RunningApp>) => answer(running),
  }
}

describe('the init gate', () => {
  it('renders immediately without a session hint, and keeps the page while the application starts', async () => {
    const { loader, answer } = anAppLoader(false)
    renderPage(loader)
    expect(isShown()).toBe(true)
    act(() => void loader.start())
    expect(isShown()).toBe(true)
    await act(async () => answer(aRunningApp()))
    expect(isShown()).toBe(true)
  })

  it('renders only after init when there is a session hint', async () => {
    const { loader, answer } = anAppLoader(true)
    renderPage(loader)
    act(() => void loader.start())
    expect(isShown()).toBe(false)
    await act(async () => answer(aRunningApp()))
    expect(isShown()).toBe(true)
  })

  it('does not render while isAppInitialized is false', async () => {
    const { loader, answer } = anAppLoader(true)
    renderPage(loader)
    void loader.start()
    await act(async () => answer(Promise.resolve(anApp())))
    expect(isShown()).toBe(false)
  })

  it('renders when the application could not be loaded, and keeps the page during a retry', async () => {
    const { loader, answer } = anAppLoader(true)
    renderPage(loader)
    act(() => void loader.start())
    await act(async () => answer(Promise.reject(new Error('Loading chunk 1 failed.'))))
    expect(isShown()).toBe(true)
    act(() => void loader.start())
    expect(isShown()).toBe(true)
  })
})

describe('Gatsby', () => {
  it.each(['/', '/privacy-policy', '/account'])(
    'waits for init before it renders %s to somebody with a session',
    async (path) => {
      window.history.replaceState(null, '', path)
      const { loader, answer } = anAppLoader(true)
      let isOver = false
      const wait = async () => {
        await startApp(loader)
        isOver = true
      }
      const waiting = wait()
      await Promise.resolve()
      expect([loader.state().kind, isOver]).toEqual(['starting', false])
      answer(aRunningApp())
      await waiting
      expect(loader.canRender()).toBe(true)
    },
  )

  it('does not wait when nobody is signed in and the page needs no application', async () => {
    window.history.replaceState(null, '', '/')
    const { loader } = anAppLoader(false)
    await startApp(loader)
    expect(loader.state().kind).toBe('idle')
  })
})
