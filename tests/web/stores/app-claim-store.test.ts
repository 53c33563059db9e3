import { describe, expect, it } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { ada } from '#tests/support/memory-ports.ts'
import { aSubscriber } from '#tests/support/orders.ts'
import { aChoice, aPageLoad, ignore, shownOn } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

const MINUTE = 60_000

const opened = async () => {
  const page = await aPageLoad(await aSubscriber())
  const links: string[] = []
  const { createAppClaim } = page.adminApi
  page.adminApi.createAppClaim = async () => {
    const outcome = await createAppClaim()
    if (outcome.kind === 'created') links.push(outcome.claim.url)
    return outcome
  }
  return { page, store: page.appClaim, links }
}

describe('the link to the app', () => {
  it('is created only on request, and only once', async () => {
    const { store, links } = await opened()
    expect(store.status).toEqual({ kind: 'loading' })
    await Promise.all([store.load(), store.load()])
    await store.load()
    expect(links).toHaveLength(1)
    expect(store.status).toMatchObject({ kind: 'ready', claim: { url: links[0] } })
  })

  it('expires by the server’s clock, and is recreated only on request', async () => {
    const { page, store, links } = await opened()
    await store.load()
    await page.clock.advance(14 * MINUTE)
    store.checkExpiry()
    expect(store.status.kind).toBe('ready')
    page.serverClock.learn(new Date(page.clock.now().getTime() + MINUTE))
    store.checkExpiry()
    expect(store.status).toEqual({ kind: 'expired' })
    expect(links).toHaveLength(1)
    await store.load()
    expect(links).toHaveLength(2)
    expect(store.status).toMatchObject({ kind: 'ready' })
  })

  it('can be requested again after an outage', async () => {
    const { page, store } = await opened()
    page.adminApi.fail()
    await store.load()
    expect(store.status).toEqual({ kind: 'unavailable' })
    expect(page.notices.all).toEqual([])
    page.adminApi.restore()
    await store.load()
    expect(store.status.kind).toBe('ready')
  })

  it('is refused after too many requests, with the time to wait', async () => {
    const { page, store } = await opened()
    page.adminApi.throttle()
    await store.load()
    expect(store.status).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
  })

  it('is not shown to the next user', async () => {
    const { page, store } = await opened()
    await store.load()
    const user = page.global.currentUser
    if (user === null) throw new Error('Nobody is signed in.')
    page.global.enterUser({ ...user, id: 'another' }, null)
    expect(store.status).toEqual({ kind: 'loading' })
  })

  it('is not shown to another user who signs in before it has loaded', async () => {
    const { page, store } = await opened()
    const user = page.global.currentUser
    if (user === null) throw new Error('Nobody is signed in.')
    const { createAppClaim } = page.adminApi
    let answer = () => {}
    page.adminApi.createAppClaim = async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return createAppClaim()
    }
    const first = store.load()
    page.adminApi.createAppClaim = createAppClaim
    page.global.enterUser({ ...user, id: 'another' }, null)
    await store.load()
    const { status } = store
    expect(status.kind).toBe('ready')
    answer()
    await first
    expect(store.status).toBe(status)
  })
})

describe('the first arrival at the end of a sign-up', () => {
  const completions = (page: PageLoad) =>
    page.eventNames().filter((name) => name === 'account_signup_completed')

  it('is counted once, by the browser that ordered', async () => {
    const page = await aChoice()
    await page.payment.submit(
      { journey: 'enroll', order: shownOn(page), card: memoryCard(), billingEmail: ada.email },
      ignore,
    )
    await page.account.signUp({ ...ada, journey: 'enroll', order: shownOn(page) }, ignore)
    await expect.poll(() => page.global.profile?.subscription?.status).toBe('trialing')
    page.appClaim.arrive('enroll')
    page.appClaim.arrive('enroll')
    expect(completions(page)).toHaveLength(1)
    const later = await page.reload()
    later.appClaim.arrive('enroll')
    expect(completions(later)).toHaveLength(1)
  })

  it('is not counted for a subscriber on another device', async () => {
    const page = await aPageLoad(await aSubscriber())
    page.appClaim.arrive('sign-up')
    expect(completions(page)).toEqual([])
    expect(page.global.signUpData.visitedSteps).toContain('download-app')
  })

  it('is not counted for a subscriber who changes the subscription on another device', async () => {
    const page = await aPageLoad(await aSubscriber())
    page.global.noteVisit('sign-up')
    await page.subscription.cancel(false)
    await page.subscription.resume()
    page.appClaim.arrive('sign-up')
    expect(completions(page)).toEqual([])
  })
})
