import { describe, expect, it, vi } from 'vitest'
import { createMemoryAnalytics } from '#adapters/memory/memory-analytics.ts'
import { createMemoryStorage } from '#adapters/memory/memory-storage.ts'
import type { App } from '#core/app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { HINT, HINT_KEY } from '#core/model/session-hint.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import { createLateApp } from '#web/app/late-app.ts'
import { createLatePart } from '#web/app/late-part.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

const aLateApp = ({ failures = 0, isSignedIn = false } = {}) => {
  const ports = inMemory()
  const storage = createMemoryStorage()
  if (isSignedIn) storage.write(HINT_KEY, HINT)
  let refusals = failures
  const fetchCode = vi.fn<() => Promise<App>>(async () => {
    if (refusals-- > 0) throw new Error('Loading chunk use-cases failed.')
    return ports.app
  })
  const part = createLatePart(fetchCode)
  const early = createMemoryAnalytics()
  const app = createLateApp({ ...part, analytics: early, storage, clock: ports.clock, path: () => '/sign-up/survey' })
  return { app, part, ports, early, storage, fetchCode }
}

describe('the use cases before their code has arrived', () => {
  it('are loaded with the first that is called, once', async () => {
    const { app, ports, fetchCode } = aLateApp()
    const [survey, again] = await Promise.all([app.loadQuestionnaire('survey'), app.loadQuestionnaire('survey')])
    expect(survey).toEqual(await ports.adminApi.questionnaire('survey'))
    expect(again).toEqual(survey)
    expect(fetchCode).toHaveBeenCalledTimes(1)
  })

  it('are an outage while they can not be loaded, and loaded again with the next call', async () => {
    const { app } = aLateApp({ failures: 1 })
    await expect(app.loadOffers()).rejects.toThrow(PortUnavailable)
    expect((await app.loadOffers()).products.length).toBeGreaterThan(0)
  })

  it('know that nobody is signed in without being loaded', async () => {
    const { app, fetchCode } = aLateApp()
    expect(await app.initApp()).toEqual({ kind: 'anonymous' })
    expect(fetchCode).not.toHaveBeenCalled()
  })

  it('are loaded to find out about a session, and say so when that fails', async () => {
    const { app, fetchCode } = aLateApp({ isSignedIn: true, failures: 1 })
    expect(await app.initApp()).toEqual({ kind: 'identity-unavailable' })
    expect(await app.initApp()).toEqual({ kind: 'anonymous' })
    expect(fetchCode).toHaveBeenCalledTimes(2)
  })

  it('take events at once, without being loaded', () => {
    const { app, early, fetchCode } = aLateApp()
    app.answerBeliefStatement({ question: 'enough', index: 1, answer: 4, before: undefined })
    app.completeSignUp({ journey: 'sign-up', startedAt: 0 })
    expect(early.events.map(({ name }) => name)).toEqual(['money_belief_assessment_question_answered', 'account_signup_completed'])
    expect(fetchCode).not.toHaveBeenCalled()
  })

  it('are loaded to report a fault, with the page it happened on', async () => {
    const { app, part, ports } = aLateApp()
    const fault = new Error('Broken')
    app.reportError(fault)
    await part.load()
    expect(ports.errorReporter.reports).toEqual([{ error: fault, context: { path: '/sign-up/survey' } }])
  })

  it('call back for who signs in and out once they are there, unless nobody listens any more', async () => {
    const { app, part, ports } = aLateApp()
    const [heard, gone] = [vi.fn<(user: AuthUser | null) => void>(), vi.fn<(user: AuthUser | null) => void>()]
    const stop = app.watchUser(heard)
    app.watchUser(gone)()
    await part.load()
    await ports.auth.createAccount({ email: 'ada@example.com', password: 'Correct-horse-9' })
    await ports.auth.signOut()
    expect(heard.mock.calls.map(([user]) => user?.email)).toEqual(['ada@example.com', undefined])
    expect(gone).not.toHaveBeenCalled()
    stop()
    await ports.auth.signIn({ email: 'ada@example.com', password: 'Correct-horse-9' })
    await ports.auth.signOut()
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
