import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './support/harness.ts'
import { freshKey, routes, startShop } from './support/shop.ts'
import type { Card, Shop } from './support/shop.ts'

const declining = 'pm_card_chargeCustomerFail'
const askingBank = 'pm_card_authenticationRequired'
const DAY = 24 * 60 * 60 * 1000

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

const current = async (as: TokenClaims) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription

const subscriber = async () => {
  const as = somebody()
  const { id } = (await shop.order(as, await shop.takeCard(as))).json().data as { id: string }
  const [{ id: stripeId, customer } = { id: '', customer: '' }] = await shop.subscriptionsOf(as)
  return { as, stripeId, customer: String(customer), url: `${routes.subscriptions}/${id}` }
}

/** Delivers every event about the subscription or its invoices. */
const tell = async (stripeId: string) => {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  for (const event of data.toReversed())
    if (JSON.stringify(event.data.object).includes(stripeId)) await shop.deliver(event)
}

/** A subscriber whose card was declined at the end of the trial. */
const lateSubscriber = async () => {
  const person = await subscriber()
  const card = await shop.stripe.paymentMethods.attach(declining, { customer: person.customer })
  await shop.stripe.subscriptions.update(person.stripeId, {
    default_payment_method: card.id,
    trial_end: 'now',
  })
  await tell(person.stripeId)
  return person
}

const replace = (
  { as, url }: { as: TokenClaims; url: string },
  card: Card,
  key: string = freshKey(),
) => shop.put(`${url}/payment_method`, card, { as, headers: { 'idempotency-key': key } })

const paidInvoices = async (stripeId: string) =>
  (await shop.stripe.invoices.list({ subscription: stripeId, status: 'paid' })).data.filter(
    ({ total }) => total > 0,
  )

describe('a failing payment', () => {
  test('leaves access in place for seven days from the first failure', async () => {
    const { as, stripeId } = await lateSubscriber()
    const subscription = await current(as)
    expect(subscription).toMatchObject({
      status: 'past_due',
      openInvoice: { amount: { amount: 8999, currency: 'usd' } },
    })
    const { attemptedAt } = subscription.openInvoice
    expect(Date.parse(subscription.graceEndsAt) - Date.parse(attemptedAt)).toBe(7 * DAY)
    await tell(stripeId)
    expect((await current(as)).graceEndsAt).toBe(subscription.graceEndsAt)
  })

  test('is reported to the app as access until the trial’s end, plus a grace period', async () => {
    const { as } = await lateSubscriber()
    const { graceEndsAt, trialEnd, openInvoice } = await current(as)
    const { subscriber: bought } = (await shop.get(routes.offers, { as })).json().data
    expect(bought.entitlements.coaching).toMatchObject({
      expires_date: trialEnd,
      grace_period_expires_date: graceEndsAt,
    })
    expect(bought.subscriptions.annual).toMatchObject({
      expires_date: trialEnd,
      billing_issues_detected_at: openInvoice.attemptedAt,
      grace_period_expires_date: graceEndsAt,
    })
    expect(Date.parse(bought.subscriptions.annual.billing_issues_detected_at)).toBeLessThanOrEqual(
      Date.now() + 1000,
    )
  })

  test('leaves no grace period once the subscription has ended', async () => {
    const { as, stripeId } = await lateSubscriber()
    await shop.stripe.subscriptions.cancel(stripeId)
    await tell(stripeId)
    expect(await current(as)).toMatchObject({
      status: 'canceled',
      openInvoice: null,
      graceEndsAt: null,
    })
  })
})

describe('PUT payment_method', () => {
  test('pays the open invoice and makes the card the default of subscription and customer', async () => {
    const person = await lateSubscriber()
    const card = await shop.takeCard(person.as)
    const answer = await replace(person, card)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      status: 'active',
      openInvoice: null,
      graceEndsAt: null,
    })
    expect(await paidInvoices(person.stripeId)).toHaveLength(1)
    const subscription = await shop.stripe.subscriptions.retrieve(person.stripeId)
    const customer = await shop.stripe.customers.retrieve(person.customer)
    expect(subscription.default_payment_method).toBe(card.paymentMethodId)
    expect(customer).toMatchObject({
      invoice_settings: { default_payment_method: card.paymentMethodId },
    })
  })

  test('charges once when the request is sent three times concurrently', async () => {
    const person = await lateSubscriber()
    const [card, key] = [await shop.takeCard(person.as), freshKey()]
    const answers = await Promise.all([1, 2, 3].map(() => replace(person, card, key)))
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect((await replace(person, card, key)).statusCode).toBe(200)
    expect(await paidInvoices(person.stripeId)).toHaveLength(1)
    expect((await current(person.as)).status).toBe('active')
  })

  test('makes the card the default when an interrupted request has already paid the invoice', async () => {
    const person = await lateSubscriber()
    const card = await shop.takeCard(person.as)
    const [open] = (
      await shop.stripe.invoices.list({ subscription: person.stripeId, status: 'open' })
    ).data
    await shop.stripe.invoices.pay(open?.id ?? '', { payment_method: card.paymentMethodId })
    expect((await replace(person, card)).json().data).toMatchObject({ status: 'active' })
    expect(await paidInvoices(person.stripeId)).toHaveLength(1)
    const subscription = await shop.stripe.subscriptions.retrieve(person.stripeId)
    expect(subscription.default_payment_method).toBe(card.paymentMethodId)
  })

  test('keeps the previous card when the new one is declined', async () => {
    const person = await lateSubscriber()
    const before = await shop.stripe.subscriptions.retrieve(person.stripeId)
    const [card, key] = [await shop.takeCard(person.as, declining), freshKey()]
    const declined = await replace(person, card, key)
    expect([declined.statusCode, declined.json().code, declined.json().declineCode]).toEqual([
      402,
      'payment/declined',
      'generic_decline',
    ])
    expect((await replace(person, card, key)).json()).toEqual(declined.json())
    const after = await shop.stripe.subscriptions.retrieve(person.stripeId)
    expect(after.default_payment_method).toBe(before.default_payment_method)
  })

  test('pays as soon as the customer passes the bank’s check, even after failing it before', async () => {
    const person = await lateSubscriber()
    const card = await shop.takeCard(person.as, askingBank)
    const asked = await replace(person, card)
    expect([asked.statusCode, asked.json().code]).toEqual([402, 'payment/requires-action'])
    await shop.authenticate(asked.json().clientSecret, false)
    const again = await replace(person, card)
    expect([again.statusCode, again.json().code]).toEqual([402, 'payment/requires-action'])
    await shop.authenticate(again.json().clientSecret, true)
    expect((await replace(person, card)).json().data).toMatchObject({ status: 'active' })
    expect(await paidInvoices(person.stripeId)).toHaveLength(1)
  })

  test('refuses a card that belongs to another customer of the user', async () => {
    const as = somebody()
    const early = await shop.takeCard(as)
    const visitor = await shop.takeCard(null)
    const { id } = (await shop.order(as, visitor)).json().data as { id: string }
    const answer = await replace({ as, url: `${routes.subscriptions}/${id}` }, early)
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'paymentMethodId'])
    const late = await shop.takeCard(as)
    expect((await replace({ as, url: `${routes.subscriptions}/${id}` }, late)).statusCode).toBe(200)
  })

  test('needs an Idempotency-Key', async () => {
    const { as, url } = await subscriber()
    const answer = await shop.put(`${url}/payment_method`, await shop.takeCard(as), { as })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'idempotency/key-required'])
  })

  test('returns 503 while the provider is down, and changes nothing', async () => {
    const person = await lateSubscriber()
    const card = await shop.takeCard(person.as)
    await shop.outage({ status: 503 })
    const answer = await replace(person, card)
    await shop.outage({})
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'payment/unavailable'])
    expect((await current(person.as)).status).toBe('past_due')
    expect((await replace(person, card)).statusCode).toBe(200)
  })
})
