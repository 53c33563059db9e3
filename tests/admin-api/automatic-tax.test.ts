import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startTimeout } from './support/harness.ts'
import { problemOf, startPlanShop } from './support/plan-shop.ts'
import type { Person, PlanShop } from './support/plan-shop.ts'
import { freshCard, freshKey, routes } from './support/shop.ts'

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop({ environment: { STRIPE_AUTOMATIC_TAX: 'true' } })
})
afterAll(() => shop.stop())

const usd = (amount: number) => ({ amount, currency: 'usd' })

/** A card with a billing address in the country; for null, without an address. */
const cardFrom = async (as: TokenClaims, country: string | null, in_: PlanShop = shop) => {
  const card = await in_.takeCard(as, freshCard())
  if (country !== null)
    await in_.stripe.paymentMethods.update(card.paymentMethodId, {
      billing_details: { address: { country, postal_code: '10115' } },
    })
  return card
}

const subscriber = async (productId: string, country: string): Promise<Person> => {
  const as = somebody()
  const order = await shop.order(as, { productId, ...(await cardFrom(as, country)) })
  expect(problemOf(order)).toEqual([201, undefined])
  const { id } = order.json().data as { id: string }
  const [{ id: stripeId, customer } = { id: '', customer: '' }] = await shop.subscriptionsOf(as)
  await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
  await shop.tell({ stripeId })
  const url = `${routes.subscriptions}/${id}`
  return { as, id, stripeId, customer: String(customer), url }
}

const invoicesOf = async ({ as, url }: Person) =>
  (await shop.get(`${url}/invoices`, { as })).json().data

describe('with automatic tax', () => {
  test('the charge includes the tax of the card’s country', async () => {
    const person = await subscriber('annual', 'DE')
    expect(await invoicesOf(person)).toMatchObject([
      { total: usd(8999), tax: usd(8999 - 7562) },
      { total: usd(0), tax: usd(0) },
    ])
    const [, subscription] = await shop.atProvider(person)
    expect(subscription.automatic_tax.enabled).toBe(true)
  })

  test('the billing address is kept only by the payment provider', async () => {
    const person = await subscriber('annual', 'AT')
    expect(await shop.stripe.customers.retrieve(person.customer)).toMatchObject({
      address: { country: 'AT', postal_code: '10115' },
    })
    const { data } = (await shop.get('/api/v1/me/export', { as: person.as })).json()
    expect(JSON.stringify(data)).not.toContain('10115')
  })

  test('an order with a card that has no country is refused, and accepted with another card', async () => {
    const as = somebody()
    const refused = await shop.order(as, await cardFrom(as, null))
    expect(problemOf(refused)).toEqual([422, 'request/invalid'])
    expect(refused.json().errors).toMatchObject([
      { path: 'paymentMethodId', code: 'payment-method/no-location' },
    ])
    expect(await shop.subscriptionsOf(as)).toEqual([])
    expect((await shop.order(as, await cardFrom(as, 'FR'))).statusCode).toBe(201)
  })

  test('no tax is charged in a country without a rate', async () => {
    const [invoice] = await invoicesOf(await subscriber('annual', 'JP'))
    expect(invoice).toMatchObject({ total: usd(8999), tax: usd(0) })
  })

  test('a change to the more expensive plan is taxed, and costs what was previewed', async () => {
    const person = await subscriber('monthly', 'DE')
    const preview = await shop.previewed(person, 'annual')
    expect(preview.lines.map(({ kind }) => kind)).toEqual(['plan', 'unused'])
    expect((await shop.change(person, preview)).statusCode).toBe(200)
    const [invoice] = await invoicesOf(person)
    expect(invoice.total).toEqual(preview.dueToday)
    expect(invoice.tax.amount).toBeGreaterThan(0)
  })

  test('a change to the cheaper plan keeps the tax', async () => {
    const person = await subscriber('annual', 'DE')
    await shop.changedTo(person, 'monthly')
    const [, { schedule }] = await shop.atProvider(person)
    const { phases } = await shop.stripe.subscriptionSchedules.retrieve(String(schedule))
    expect(phases.map(({ automatic_tax: tax }) => tax?.enabled)).toEqual([true, true])
  })

  test('the country of a new card replaces the earlier one, unless the new card has none', async () => {
    const person = await subscriber('annual', 'DE')
    const replaceBy = async (country: string | null) => {
      const card = await cardFrom(person.as, country)
      const headers = { 'idempotency-key': freshKey() }
      const answer = await shop.put(`${person.url}/payment_method`, card, {
        as: person.as,
        headers,
      })
      expect(problemOf(answer)).toEqual([200, undefined])
      return shop.stripe.customers.retrieve(person.customer)
    }
    expect(await replaceBy('IT')).toMatchObject({ address: { country: 'IT' } })
    expect(await replaceBy(null)).toMatchObject({ address: { country: 'IT' } })
  })
})

test(
  'without automatic tax nothing is taxed, and the customer gets no billing address',
  async () => {
    const plain = await startPlanShop()
    try {
      const as = somebody()
      const order = await plain.order(as, await cardFrom(as, 'DE', plain))
      expect(order.statusCode).toBe(201)
      const [subscription] = await plain.subscriptionsOf(as)
      expect(subscription?.automatic_tax.enabled).toBe(false)
      const customer = await plain.stripe.customers.retrieve(String(subscription?.customer))
      expect(customer).toMatchObject({ address: null })
    } finally {
      await plain.stop()
    }
  },
  startTimeout,
)
