// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'
import { InitGate } from '#web/shell/init-gate.tsx'
import { initApp } from '#web/app/init-app.ts'
import { createSession, SessionProvider } from '#web/stores/session.tsx'
import type { RunningApp, Session } from '#web/stores/session.tsx'
import { createStores } from '#web/stores/create-stores.ts'

afterEach(cleanup)

const renderPage = (session: Session) =>
  render(
    <SessionProvider session={session}>
      <InitGate>
        <h1>The page</h1>
      </InitGate>
    </SessionProvider>,
  )

const isShown = () => screen.queryByRole('heading') !== null

const anApp = (): RunningApp => {
  const { app, clock } = inMemory()
  const stores = createStores({
    app,
    timing: { now: clock.now, sleep: clock.sleep, random: clock.random },
    origin,
  })
  return {
    app,
    stores,
    openStep: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  }
}

/** As its start leaves it. */
const aRunningApp = async (): Promise<RunningApp> => {
  const running = anApp()
  running.stores.global.initialise(await running.app.initApp())
  return running
}

/** A session whose application is loaded when the test says so. */
const aSession = (isSignedIn: boolean) => {
  let answer = (_running: Promise<RunningApp>) => {}
  const load = () =>
    new Promise<RunningApp>((resolve) => {
      answer = resolve
    })
  return {
    session: createSession(load, () => isSignedIn),
    answer: (running: Promise<RunningApp>) => answer(running),
  }
}

describe('the init gate', () => {
  it('renders at once without a session hint, and keeps the page while the application starts', async () => {
    const { session, answer } = aSession(false)
    renderPage(session)
    expect(isShown()).toBe(true)
    act(() => void session.start())
    expect(isShown()).toBe(true)
    await act(async () => answer(aRunningApp()))
    expect(isShown()).toBe(true)
  })

  it('renders after init with a session hint', async () => {
    const { session, answer } = aSession(true)
    renderPage(session)
    act(() => void session.start())
    expect(isShown()).toBe(false)
    await act(async () => answer(aRunningApp()))
    expect(isShown()).toBe(true)
  })

  it('renders according to isAppInitialized', async () => {
    const { session, answer } = aSession(true)
    renderPage(session)
    void session.start()
    await act(async () => answer(Promise.resolve(anApp())))
    expect(isShown()).toBe(false)
  })

  it('renders when the application could not be loaded, and keeps the page while that is retried', async () => {
    const { session, answer } = aSession(true)
    renderPage(session)
    act(() => void session.start())
    await act(async () => answer(Promise.reject(new Error('Loading chunk 1 failed.'))))
    expect(isShown()).toBe(true)
    act(() => void session.start())
    expect(isShown()).toBe(true)
  })
})

describe('Gatsby', () => {
  it.each(['/', '/privacy-policy', '/account'])(
    'waits for init before it renders %s to somebody with a session',
    async (path) => {
      window.history.replaceState(null, '', path)
      const { session, answer } = aSession(true)
      let isOver = false
      const wait = async () => {
        await initApp(session)
        isOver = true
      }
      const waiting = wait()
      await Promise.resolve()
      expect([session.state().kind, isOver]).toEqual(['starting', false])
      answer(aRunningApp())
      await waiting
      expect(session.isAppInitialized()).toBe(true)
    },
  )

  it('does not wait where nobody is signed in and the page needs no application', async () => {
    window.history.replaceState(null, '', '/')
    const { session } = aSession(false)
    await initApp(session)
    expect(session.state().kind).toBe('idle')
  })
})
