import { expect } from 'vitest'
import { ensureUser } from '#admin-api/data/users.ts'
import { syncSubscription } from '#admin-api/payments/sync-subscription.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { identityOf, somebody } from './harness.ts'
import type { Shop } from './shop.ts'

export const quietly = { mailbox: 'digest', sayGoodbye: false }
export const quiet = { warn: () => {}, error: () => {} }

export const problemOf = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** Helpers for tests of account deletions. */
export const leaversOf = (shop: () => Shop) => ({
  leave: (as: TokenClaims) => shop().delete('/api/v1/me', { as }),
  userOf: async (as: TokenClaims) => (await ensureUser(shop().db, identityOf(as)))!,
  customerOf: async (setupIntentId: string) =>
    String((await shop().stripe.setupIntents.retrieve(setupIntentId)).customer),
  isDeletedAtProvider: async (customer: string) =>
    (await shop().stripe.customers.retrieve(customer)).deleted === true,
  statusesAtProvider: async (userId: string) =>
    (await shop().subscriptionsMadeFor(userId)).map(({ status }) => status),
  chargesOf: async (customer: string) =>
    (await shop().stripe.charges.list({ customer })).data
      .filter(({ paid }) => paid)
      .map(({ amount, refunded }) => ({ amount, refunded })),
  /** A user whose trial is used up, so that their next order is charged immediately. */
  somebodyAfterTrial: async () => {
    const { db, stripe, order, takeCard, subscriptionsOf } = shop()
    const as = somebody()
    expect((await order(as, await takeCard(as))).statusCode).toBe(201)
    const [trial] = await subscriptionsOf(as)
    await stripe.subscriptions.cancel(trial!.id)
    await syncSubscription({ db, stripe, graceDays: 7 }, trial!.id)
    return as
  },
})
