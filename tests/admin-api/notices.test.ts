import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldNotices, recordNotices } from '#admin-api/data/notices.ts'
import { notices, users } from '#admin-api/data/schema.ts'
import { applySnapshot, findByProvider, takeTicket } from '#admin-api/data/subscriptions.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@evenkeel.example' },
  })
})
afterAll(() => shop.stop())

const idOf = async (as: TokenClaims): Promise<string> =>
  (await shop.get('/api/v1/me', { as })).json().data.id

const noticesOf = (userId: string) =>
  shop.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(notices.createdAt)

const kindsOf = async (userId: string) => (await noticesOf(userId)).map(({ cause }) => cause.kind)

const subscriber = async () => {
  const as = somebody()
  const { id } = (await shop.order(as, await shop.takeCard(as))).json().data as { id: string }
  const [{ id: stripeId } = { id: '' }] = await shop.subscriptionsOf(as)
  return { as, url: `${routes.subscriptions}/${id}`, stripeId, userId: await idOf(as) }
}

const deliverAll = async (stripeId: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  const own = data.filter(({ data: { object } }) => JSON.stringify(object).includes(stripeId))
  for (const event of own.toReversed()) await shop.deliver(event)
}

const failRenewal = async (stripeId: string) => {
  const subscription = await shop.stripe.subscriptions.retrieve(stripeId)
  const card = await shop.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
    customer: String(subscription.customer),
  })
  await shop.stripe.subscriptions.update(stripeId, { default_payment_method: card.id })
  await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
}

describe('notices', () => {
  test('are recorded once for an order, however often its events arrive', async () => {
    const { stripeId, userId } = await subscriber()
    await deliverAll(stripeId)
    await deliverAll(stripeId)
    const [notice, ...others] = await noticesOf(userId)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      cause: { kind: 'subscribed', productId: 'annual', firstCharge: { amount: 8999 } },
      queuedAt: null,
      settledAt: null,
    })
  })

  test('name the first charge after the promotion, even when the bank asked for confirmation first', async () => {
    const { as, stripeId, userId } = await subscriber()
    await shop.stripe.subscriptions.cancel(stripeId)
    await deliverAll(stripeId)
    const order = {
      ...(await shop.takeCard(as, 'pm_card_authenticationRequired')),
      promotionCodeId: 'promo_sandbox_welcome20',
    }
    const asked = await shop.order(as, order)
    expect(asked.json().code).toBe('payment/requires-action')
    await shop.authenticate(asked.json().clientSecret, true)
    const live = (await shop.subscriptionsOf(as)).find(({ status }) => status === 'active')
    await deliverAll(live!.id)
    const told = (await noticesOf(userId)).map(({ cause }) => cause)
    expect(told.filter(({ kind }) => kind === 'subscribed')).toMatchObject([
      { firstCharge: { amount: 8999 } },
      { firstCharge: { amount: 7199 } },
    ])
  })

  test('are recorded for a cancellation, and not for a repeated request for it', async () => {
    const { as, url, userId } = await subscriber()
    await shop.delete(url, { as })
    await shop.delete(url, { as })
    expect(await kindsOf(userId)).toEqual(['subscribed', 'cancelled'])
    await shop.post(`${url}/resume`, {}, { as })
    await shop.delete(url, { as })
    expect(await kindsOf(userId)).toEqual(['subscribed', 'cancelled', 'resumed', 'cancelled'])
  })

  test('are recorded once for a failed payment attempt', async () => {
    const { stripeId, userId } = await subscriber()
    await failRenewal(stripeId)
    await deliverAll(stripeId)
    const [event] = (await shop.events('invoice.payment_failed')).filter(({ data }) =>
      JSON.stringify(data).includes(stripeId),
    )
    await shop.deliver({ ...event!, id: `${event!.id}_again` })
    const found = (await noticesOf(userId)).filter(({ cause }) => cause.kind === 'payment-failed')
    expect(found).toHaveLength(1)
    expect(found[0]?.cause).toMatchObject({
      productId: 'annual',
      amount: { amount: 8999 },
      card: { brand: 'Visa', last4: expect.stringMatching(/^\d{4}$/) },
      accessUntil: expect.any(String),
    })
  })

  test('do not report a failed payment when an order uses a card that cannot be charged', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    await shop.order(as, card)
    const userId = await idOf(as)
    const before = (await kindsOf(userId)).length
    const other = somebody()
    await shop.takeCard(other, 'pm_card_chargeCustomerFail').then(
      (declined) => shop.order(other, declined),
      () => undefined,
    )
    expect(await kindsOf(await idOf(other))).not.toContain('payment-failed')
    expect((await kindsOf(userId)).length).toBe(before)
  })

  test('are rolled back with the change that they report', async () => {
    const { stripeId, userId } = await subscriber()
    const row = (await findByProvider(shop.db, stripeId, null))!
    const { ticket } = (await takeTicket(shop.db, row.id))!
    const snapshot = {
      stripeSubscriptionId: stripeId,
      productId: row.productId,
      priceId: row.priceId,
      pendingChange: null,
      changeCharged: null,
      state: 'trialing',
      priceAmount: row.priceAmount,
      priceCurrency: row.priceCurrency,
      startDate: row.startedAt!,
      trialEnd: row.trialEnd,
      currentPeriodStart: row.currentPeriodStart!,
      currentPeriodEnd: row.currentPeriodEnd!,
      cancelAtPeriodEnd: true,
      canceledAt: null,
      withdrawnAt: null,
      discount: null,
      card: row.card,
      charged: null,
      voided: [],
      openInvoice: null,
      failedAt: null,
    } as const
    const failing = shop.db.transaction(async (transaction) => {
      await applySnapshot(transaction, row.id, ticket, snapshot, 7)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await kindsOf(userId)).toEqual(['subscribed'])
    await applySnapshot(shop.db, row.id, ticket, snapshot, 7)
    expect(await kindsOf(userId)).toEqual(['subscribed', 'cancelled'])
  })

  test('tell the earlier address, once, that the email address has changed', async () => {
    const as = somebody()
    const userId = await idOf(as)
    const changed = { ...as, email: `new-${as.email}` }
    await Promise.all(Array.from({ length: 6 }, () => shop.get('/api/v1/me', { as: changed })))
    const found = await noticesOf(userId)
    expect(found.map(({ cause }) => cause)).toEqual([
      expect.objectContaining({ kind: 'email-changed', to: as.email }),
    ])
  })

  test('of a deleted account are deleted with it, except the one about the deletion', async () => {
    const { as, userId, stripeId } = await subscriber()
    await shop.delete('/api/v1/me', { as })
    await deliverAll(stripeId)
    expect(await noticesOf(userId)).toEqual([])
    const [last] = await shop.db
      .select()
      .from(notices)
      .where(eq(notices.key, `account-deleted:${userId}`))
    expect(last?.cause).toEqual({
      kind: 'account-deleted',
      to: as.email,
      firstName: null,
      deletedAt: expect.any(String),
    })
  })

  test('are not recorded for an email address that was never verified', async () => {
    const as = somebody({ emailVerified: false })
    const userId = await idOf(as)
    const changed = { ...as, email: `new-${as.email}` }
    await shop.get('/api/v1/me', { as: changed })
    expect(await noticesOf(userId)).toEqual([])
    expect((await shop.delete('/api/v1/me', { as: changed })).statusCode).toBe(204)
    const goodbyes = await shop.db
      .select()
      .from(notices)
      .where(eq(notices.key, `account-deleted:${userId}`))
    expect(goodbyes).toEqual([])
  })

  test('are not recorded for an account that is being deleted', async () => {
    const { stripeId, userId } = await subscriber()
    await failRenewal(stripeId)
    await shop.db.update(users).set({ leavingAt: new Date() }).where(eq(users.id, userId))
    await deliverAll(stripeId)
    expect(await kindsOf(userId)).toEqual(['subscribed'])
  })

  test('are part of the account’s export', async () => {
    const { as } = await subscriber()
    const exported = (await shop.get('/api/v1/me/export', { as })).json().data.notices
    expect(exported).toEqual([
      expect.objectContaining({
        cause: expect.objectContaining({ kind: 'subscribed' }),
        outcome: null,
      }),
    ])
  })

  test('that were never sent are deleted after four days, the others after ninety', async () => {
    const userId = await idOf(somebody())
    const day = 24 * 60 * 60 * 1000
    const now = new Date()
    const add = async (key: string, days: number, settled: boolean) => {
      await recordNotices(shop.db, { userId, subscriptionId: null }, [
        { key, cause: { kind: 'email-changed', to: 'x', changedAt: '' } },
      ])
      const createdAt = new Date(now.getTime() - days * day)
      await shop.db
        .update(notices)
        .set({ createdAt, settledAt: settled ? createdAt : null })
        .where(eq(notices.key, key))
    }
    await add('open-new', 3, false)
    await add('open-old', 5, false)
    await add('settled-new', 89, true)
    await add('settled-old', 91, true)
    await deleteOldNotices(shop.db, now)
    expect((await noticesOf(userId)).map(({ key }) => key).toSorted()).toEqual([
      'open-new',
      'settled-new',
    ])
  })
})
