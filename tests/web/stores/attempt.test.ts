import { describe, expect, it } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aPayingSubscriber } from '#tests/support/orders.ts'
import { hold } from '#tests/web/support/hold.ts'
import type { Late } from '#tests/web/support/hold.ts'
import { aPageLoad, ignore } from './in-memory-stores.ts'
import type { PageLoad } from './in-memory-stores.ts'

/** Ada on her account page, with a paid plan. */
const paying = async () => {
  const { subscription: _, ...ports } = await aPayingSubscriber('monthly')
  return aPageLoad(ports)
}

/** Actions of a subscriber, each with a way to delay its request or response. */
const works: readonly (readonly [
  string,
  (page: PageLoad, late: Late) => () => void,
  (page: PageLoad) => Promise<void>,
])[] = [
  [
    'another card',
    ({ adminApi }, late) => hold(adminApi, 'replaceCard', late),
    ({ card }) => card.submit(memoryCard('5555555555554444'), ignore),
  ],
  [
    'a change of plan',
    ({ adminApi }, late) => hold(adminApi, 'changePlan', late),
    async ({ planChange }) => {
      await planChange.load('annual', ignore)
      await planChange.submit(someTerms, ignore)
    },
  ],
  [
    'a cancellation',
    ({ adminApi }, late) => hold(adminApi, 'cancelSubscription', late),
    ({ subscription }) => subscription.cancel(false),
  ],
]

/** Starts the work, signs out, and then lets the late response arrive. */
const signOutDuring = async (
  page: PageLoad,
  letGo: () => void,
  work: (page: PageLoad) => Promise<void>,
) => {
  const done = work(page)
  await page.clock.advance(50)
  await page.leave.signOut()
  page.adminApi.endSession()
  letGo()
  await done
}

describe('a response that arrives after the visitor has signed out', () => {
  it.each(works)('leaves nothing of the visitor on the device (%s)', async (_, holdIn, work) => {
    const page = await paying()
    await signOutDuring(page, holdIn(page, 'response'), work)
    expect(page.global.currentUser).toBeNull()
    expect(page.global.signUpData.stripeSubscription).toBeNull()
    expect(page.storage.read(PERSISTED_STATE) ?? '').not.toContain('4242')
    expect(page.notices.all).toEqual([])
  })

  it.each(works)('does not say that the session has ended (%s)', async (_, holdIn, work) => {
    const page = await paying()
    await signOutDuring(page, holdIn(page, 'request'), work)
    expect([page.global.isSessionExpired, page.global.isSignInNeeded]).toEqual([false, false])
    expect(page.leave.farewell).toBe('signed-out')
  })

  it('says that the session has ended if the visitor has not signed out', async () => {
    const page = await paying()
    page.adminApi.endSession()
    await page.subscription.cancel(false)
    expect([page.global.isSessionExpired, page.global.isSignInNeeded]).toEqual([true, true])
  })
})
