import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { expect } from 'vitest'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { notices } from '#admin-api/data/schema.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { testSettings } from './harness.ts'
import type { Api } from './harness.ts'
import { problemOf, startPlanShop } from './plan-shop.ts'
import type { Person } from './plan-shop.ts'
import { freshKey, routes } from './shop.ts'

/** In milliseconds. */
export const DAY = 24 * 60 * 60 * 1000
/** The annual plan's price: what a test pays unless it picks another plan. */
export const annual = { amount: 8999, currency: 'usd' }

/** The API with a payments sandbox, for tests of refunds. */
export const startRefundShop = async () => {
  /** How far the API's clock is ahead; the sandbox has a clock of its own. */
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const verifyToken = createTokenVerifier({ ...testSettings().identity, now: clock })
  const shop = await startPlanShop({ parts: { clock, verifyToken } })

  /** Signed in a minute ago, by the API's clock. */
  const now = (as: TokenClaims): TokenClaims => ({
    signedInAgo: 60 - ahead / 1000,
    expiresIn: 3600 + ahead / 1000,
    ...as,
  })

  const eventsOf = async (...ids: readonly string[]): Promise<Stripe.Event[]> => {
    const { data } = await shop.stripe.events.list({ limit: 100 })
    return data
      .filter(({ data: { object } }) => ids.some((id) => JSON.stringify(object).includes(id)))
      .toReversed()
  }

  const withdraw = (
    { as, url }: Pick<Person, 'as' | 'url'>,
    key = freshKey(),
    api: Pick<Api, 'post'> = shop,
  ) => api.post(`${url}/withdraw`, {}, { as: now(as), headers: { 'idempotency-key': key } })

  const chargesOf = async ({ customer }: Person) =>
    (await shop.stripe.charges.list({ customer, limit: 100 })).data.filter(({ paid }) => paid)

  return {
    ...shop,
    /** Puts the API's clock this many milliseconds ahead. */
    moveClock: (by: number): void => {
      ahead = by
    },
    reset: async (): Promise<void> => {
      ahead = 0
      await shop.outage({})
    },
    current: ({ as }: Pick<Person, 'as'>) => shop.current({ as: now(as) }),
    eventsOf,
    /** Delivers every event about the subscription or its customer. */
    tell: async ({ stripeId, customer }: Person): Promise<void> => {
      for (const event of await eventsOf(stripeId, customer)) await shop.deliver(event)
    },
    withdraw,
    withdrawn: async (person: Person) => {
      const answer = await withdraw(person)
      expect(problemOf(answer)).toEqual([200, undefined])
      return answer.json().data
    },
    chargesOf,
    refundsOf: async (person: Person) => {
      const charges = await chargesOf(person)
      const lists = charges.map(({ id }) => shop.stripe.refunds.list({ charge: id, limit: 100 }))
      return (await Promise.all(lists)).flatMap(({ data }) => data)
    },
    statusOf: async ({ stripeId }: Person) =>
      (await shop.stripe.subscriptions.retrieve(stripeId)).status,
    /** What the app is told the user has bought. */
    bought: async ({ as }: Person) =>
      (await shop.get(routes.offers, { as })).json().data.subscriber,
    causesOf: async ({ as }: Person) => {
      const { id } = (await shop.get('/api/v1/me', { as })).json().data
      const found = await shop.db.select().from(notices).where(eq(notices.userId, id))
      return found.map(({ cause }) => cause)
    },
  }
}

export type RefundShop = Awaited<ReturnType<typeof startRefundShop>>
