import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertClaim, releaseClaim } from '#admin-api/data/subscriptions.ts'
import { subscriptions } from '#admin-api/data/schema.ts'
import { reviseUser } from '#admin-api/data/users.ts'
import { finishClaim } from '#admin-api/payments/finish-claim.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './support/harness.ts'
import { agreement, startShop } from './support/shop.ts'
import type { Card, Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const minute = 60 * 1000
const hour = 60 * minute
const current = async (as: TokenClaims) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription

/** Inserts the claim that a process leaves behind when it dies halfway through an order. */
const claimFor = async (as: TokenClaims, card: Card, trialDays = 14) => {
  const { id: userId } = (await shop.get('/api/v1/me', { as })).json().data
  const { customer } = await shop.stripe.setupIntents.retrieve(card.setupIntentId)
  return insertClaim(
    shop.db,
    {
      ...card,
      userId,
      customerId: String(customer),
      productId: 'annual',
      priceId: 'price_sandbox_annual',
      promotionCodeId: null,
      trialDays,
      priceAmount: 8999,
      priceCurrency: 'usd',
      discount: null,
    },
    { digests: { known: [], current: [] }, coupon: null, expectedTrialDays: null, agreement },
    new Date(),
  )
}

const leaveClaim = async (as: TokenClaims, card: Card, trialDays = 14) => {
  const claimed = await claimFor(as, card, trialDays)
  if (claimed.kind !== 'claimed') throw new Error(`Not claimed: ${claimed.kind}`)
  return claimed.row
}

/**
 * Has the provider create the claim's subscription, as the dead process did, and drops its answer.
 */
const leaveSubscription = async (as: TokenClaims, card: Card, trialDays = 14) => {
  const claim = await leaveClaim(as, card, trialDays)
  await finishClaim(
    {
      db: shop.db,
      stripe: shop.stripe,
      graceDays: 7,
      automaticTax: false,
      clock: () => new Date(),
    },
    claim,
    { isReplaced: false },
  )
  await shop.db
    .update(subscriptions)
    .set({
      state: 'claimed',
      stripeSubscriptionId: null,
      startedAt: null,
      currentPeriodEnd: null,
      trialEnd: null,
    })
    .where(eq(subscriptions.id, claim.id))
  await reviseUser(shop.db, claim.userId)
  return claim
}

describe('after a crash between the provider’s response and the API’s', () => {
  test('the retry finds the subscription and creates no second one', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const claim = await leaveSubscription(as, card)
    const answer = await shop.order(as, card)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ id: claim.id, status: 'trialing' })
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('a retry with another card finds the subscription and creates no second one', async () => {
    const as = somebody()
    await leaveSubscription(as, await shop.takeCard(as))
    expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(200)
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('the webhook completes the order with the subscription', async () => {
    const as = somebody()
    const claim = await leaveSubscription(as, await shop.takeCard(as))
    expect(await current(as)).toBeNull()
    for (const event of await shop.events('customer.subscription.created'))
      await shop.deliver(event)
    expect(await current(as)).toMatchObject({ id: claim.id, status: 'trialing' })
  })

  test('the retry of an order that the webhook has completed gets a 201, and a further retry a 200', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    await leaveSubscription(as, card)
    for (const event of await shop.events('customer.subscription.created'))
      await shop.deliver(event)
    expect((await shop.order(as, card)).statusCode).toBe(201)
    expect((await shop.order(as, card)).statusCode).toBe(200)
  })

  test('the retry finds the subscription after the idempotency key has expired', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const claim = await leaveSubscription(as, card)
    await shop.db
      .update(subscriptions)
      .set({ createdAt: new Date(Date.now() - 30 * hour) })
      .where(eq(subscriptions.id, claim.id))
    const answer = await shop.order(as, card)
    expect(answer.json().data.id).toBe(claim.id)
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('deleting the account cancels the orphaned subscription', async () => {
    const as = somebody()
    await leaveSubscription(as, await shop.takeCard(as))
    const [made] = await shop.subscriptionsOf(as)
    expect((await shop.delete('/api/v1/me', { as })).statusCode).toBe(204)
    expect((await shop.stripe.subscriptions.retrieve(made!.id)).status).toBe('canceled')
  })
})

describe('after a crash before the request to the provider', () => {
  test('the retry creates the subscription', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const claim = await leaveClaim(as, card)
    const answer = await shop.order(as, card)
    expect([answer.statusCode, answer.json().data.id]).toEqual([201, claim.id])
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test.each([
    ['another plan', (card: Card) => ({ ...card, productId: 'monthly' })],
    ['another card', (_card: Card, other: Card) => other],
  ])(
    'an order with %s is refused at first, and later replaces the interrupted one',
    async (_what, change) => {
      const as = somebody()
      const card = await shop.takeCard(as)
      const claim = await leaveClaim(as, card)
      const order = change(card, await shop.takeCard(as))
      // The dead process's request may still be on its way.
      const early = await shop.order(as, order)
      expect([early.statusCode, early.json().code]).toEqual([409, 'subscription/in-progress'])
      expect(await shop.subscriptionsOf(as)).toEqual([])
      await shop.db
        .update(subscriptions)
        .set({ createdAt: new Date(Date.now() - 2 * minute) })
        .where(eq(subscriptions.id, claim.id))
      const answer = await shop.order(as, order)
      expect(answer.statusCode).toBe(201)
      const made = await shop.subscriptionsOf(as)
      expect(made.map(({ default_payment_method: method }) => method)).toEqual([
        order.paymentMethodId,
      ])
      expect(answer.json().data.id).not.toBe(claim.id)
    },
  )

  test('an interrupted order that is more than a day old is replaced by a new one', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const claim = await leaveClaim(as, card)
    await shop.db
      .update(subscriptions)
      .set({ createdAt: new Date(Date.now() - 30 * hour) })
      .where(eq(subscriptions.id, claim.id))
    const answer = await shop.order(as, { ...card, productId: 'monthly' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.productId).toBe('monthly')
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })
})

describe('a subscription whose order was abandoned', () => {
  test('is cancelled at the provider when it turns up late', async () => {
    const as = somebody()
    const claim = await leaveSubscription(as, await shop.takeCard(as))
    await releaseClaim(shop.db, claim.id)
    for (const event of await shop.events('customer.subscription.created'))
      await shop.deliver(event)
    expect((await shop.subscriptionsOf(as)).map(({ status }) => status)).toEqual(['canceled'])
    expect(await current(as)).toBeNull()
  })

  test('is refunded when it turns up late and was paid', async () => {
    const as = somebody()
    const claim = await leaveSubscription(as, await shop.takeCard(as), 0)
    await releaseClaim(shop.db, claim.id)
    for (const event of await shop.events('customer.subscription.created'))
      await shop.deliver(event)
    const { data } = await shop.stripe.charges.list({ customer: claim.customerId })
    expect(data.map(({ amount, amount_refunded: back }) => [amount, back])).toEqual([[8999, 8999]])
  })
})

describe('a payment that is confirmed while another order replaces it', () => {
  test('is refunded, and its subscription cancelled', async () => {
    const as = somebody()
    const card = await shop.takeCard(as, 'pm_card_authenticationRequired')
    const claim = await leaveClaim(as, card, 0)
    const parts = {
      db: shop.db,
      stripe: shop.stripe,
      graceDays: 7,
      automaticTax: false,
      clock: () => new Date(),
    }
    const asked = await finishClaim(parts, claim, { isReplaced: false })
    if (asked.kind !== 'requires-action') throw new Error(`Not asked: ${asked.kind}`)
    const [row] = await shop.db.select().from(subscriptions).where(eq(subscriptions.id, claim.id))
    const cancel = shop.stripe.subscriptions.cancel.bind(shop.stripe.subscriptions)
    const spy = vi
      .spyOn(shop.stripe.subscriptions, 'cancel')
      .mockImplementationOnce(async (...given: Parameters<typeof cancel>) => {
        await shop.authenticate(asked.clientSecret, true)
        return cancel(...given)
      })
    expect(await finishClaim(parts, row!, { isReplaced: true })).toEqual({ kind: 'nothing' })
    expect(spy).toHaveBeenCalledOnce()
    const { data } = await shop.stripe.charges.list({ customer: claim.customerId })
    expect(
      data.filter(({ paid }) => paid).map(({ amount, amount_refunded: back }) => [amount, back]),
    ).toEqual([[8999, 8999]])
    expect((await shop.subscriptionsOf(as)).map(({ status }) => status)).toEqual(['canceled'])
  })
})

describe('the database', () => {
  test('accepts no second order while a user has an unfinished one', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    await leaveClaim(as, card)
    expect(await claimFor(as, card)).toEqual({ kind: 'taken' })
  })
})
