import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notices, stripeCustomers, subscriptions, users } from '#admin-api/data/schema.ts'
import { reviseUser } from '#admin-api/data/users.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './support/harness.ts'
import { startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const profileOf = async (as: TokenClaims) => (await shop.get('/api/v1/me', { as })).json().data

/** What an old backup does not contain yet. */
const lost = {
  'the order': ['subscription'],
  'the order and the customer': ['subscription', 'customer'],
  'the account': ['subscription', 'customer', 'user'],
} as const

const forget = async (as: TokenClaims, what: readonly string[]) => {
  const { id } = await profileOf(as)
  if (what.includes('subscription'))
    await shop.db.delete(subscriptions).where(eq(subscriptions.userId, id))
  await reviseUser(shop.db, id)
  if (what.includes('customer'))
    await shop.db.delete(stripeCustomers).where(eq(stripeCustomers.userId, id))
  if (what.includes('user')) await shop.db.delete(users).where(eq(users.id, id))
  await shop.db.delete(notices)
}

const subscriber = async () => {
  const as = somebody()
  const answer = await shop.order(as, await shop.takeCard(as))
  expect(answer.statusCode).toBe(201)
  return { as, subscription: answer.json().data as { id: string } }
}

const liveOnes = async (as: TokenClaims): Promise<Stripe.Subscription[]> =>
  (await shop.subscriptionsOf(as)).filter(({ status }) => status === 'trialing')

describe.each(Object.entries(lost))(
  'a subscriber when a restored backup lacks %s',
  (_name, what) => {
    test('buys again and keeps the one subscription', async () => {
      const { as, subscription } = await subscriber()
      await forget(as, what)
      expect((await profileOf(as)).subscription).toBeNull()
      const again = await shop.order(as, await shop.takeCard(as))
      expect([again.statusCode, again.json().data]).toMatchObject([
        200,
        { id: subscription.id, productId: 'annual', status: 'trialing' },
      ])
      expect(await liveOnes(as)).toHaveLength(1)
      expect((await profileOf(as)).subscription).toMatchObject({ id: subscription.id })
      expect(await shop.db.select().from(notices)).toEqual([])
    })

    test('gets the subscription back with the provider’s next event about it', async () => {
      const { as, subscription } = await subscriber()
      await forget(as, what)
      await profileOf(as)
      const [{ id }] = (await liveOnes(as)) as [Stripe.Subscription]
      await shop.stripe.subscriptions.update(id, { metadata: { any: 'change' } })
      const [event] = await shop.events('customer.subscription.updated')
      await Promise.all([shop.deliver(event!), shop.deliver({ ...event!, id: `${event!.id}_2` })])
      expect((await profileOf(as)).subscription).toMatchObject({
        id: subscription.id,
        paymentMethod: { brand: 'Visa' },
      })
    })
  },
)

test('a subscriber whose order a restored backup lacks is refused a second plan', async () => {
  const { as } = await subscriber()
  await forget(as, lost['the order'])
  const again = await shop.order(as, { ...(await shop.takeCard(as)), productId: 'monthly' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'subscription/already-active'])
  expect(await liveOnes(as)).toHaveLength(1)
})

test('a subscription of the customer that the API did not create does not block an order', async () => {
  const as = somebody()
  const card = await shop.takeCard(as)
  const { id: userId } = await profileOf(as)
  const [customer] = await shop.db
    .select()
    .from(stripeCustomers)
    .where(eq(stripeCustomers.userId, userId))
  await shop.stripe.subscriptions.create({
    customer: customer!.id,
    items: [{ price: 'price_sandbox_annual' }],
    trial_period_days: 14,
    default_payment_method: card.paymentMethodId,
  })
  expect((await shop.order(as, card)).statusCode).toBe(201)
})

test('a subscriber whose order a restored backup lacks gets a 503 while the provider is down', async () => {
  const { as } = await subscriber()
  await forget(as, lost['the order'])
  const card = await shop.takeCard(as)
  await shop.outage({ mode: 'fail', status: 503 })
  expect((await shop.order(as, card)).statusCode).toBe(503)
  await shop.outage({})
  expect((await shop.order(as, card)).statusCode).toBe(200)
})
