import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Money } from '#admin-api/domain/subscription.ts'
import { askingBank, DAY, declining, problemOf, startPlanShop } from './support/plan-shop.ts'
import type { Person, PlanShop } from './support/plan-shop.ts'
import { freshKey } from './support/shop.ts'
import type { Card } from './support/shop.ts'

const HOUR = 60 * 60

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop()
})
afterAll(() => shop.stop())

/** A subscriber with a monthly plan that was never paid. */
const lateSubscriber = async (): Promise<Person> => {
  const person = await shop.subscriber('monthly', { inTrial: true })
  await shop.payWith(person, declining)
  await shop.stripe.subscriptions.update(person.stripeId, { trial_end: 'now' })
  return person
}

/** The subscription as the API knows it after the events so far. */
const told = async (person: Person) => {
  await shop.tell(person)
  return shop.current(person)
}

const replace = (
  { as, url }: Person,
  card: Card,
  expectedDue?: Money | null,
  key: string = freshKey(),
) =>
  shop.put(
    `${url}/payment_method`,
    { ...card, ...(expectedDue !== undefined && { expectedDue }) },
    { as, headers: { 'idempotency-key': key } },
  )

/** Advances the clock from a period's start to `seconds` into the next period. */
const passPeriod = async (person: Person, seconds: number) => {
  const [, { items }] = await shop.atProvider(person)
  const { current_period_start: start = 0, current_period_end: end = 0 } = items.data[0] ?? {}
  await shop.advance(end - start + seconds)
}

const statusesOf = async (person: Person) =>
  (await shop.invoicesOf(person)).map(({ status }) => status)

/** What was charged to the customer, in minor units. */
const chargesTo = async ({ customer }: Person) =>
  (await shop.stripe.charges.list({ customer, limit: 100 })).data
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount }) => amount)

describe('replacing the card of a subscription that was unpaid when its next period began', () => {
  let person: Person
  let due: Money
  let card: Card

  beforeEach(async () => {
    await shop.endRetriesWith('unpaid')
    person = await lateSubscriber()
    await shop.advance(40 * DAY)
    due = (await told(person)).openInvoice?.amount
    card = await shop.takeCard(person.as)
  })

  const draftId = async () => (await shop.invoicesOf(person))[0]?.id ?? ''

  test('is offered for the draft invoice of that period, which no retry will charge', async () => {
    expect(await statusesOf(person)).toEqual(['draft', 'open'])
    expect(await shop.current(person)).toMatchObject({
      status: 'unpaid',
      openInvoice: { amount: { amount: 1299, currency: 'usd' }, nextAttemptAt: null },
    })
  })

  test('pays the draft invoice once, and makes the plan active', async () => {
    const key = freshKey()
    const answer = await replace(person, card, due, key)
    expect(answer.json().data).toMatchObject({ status: 'active', openInvoice: null })
    expect((await replace(person, card, due, key)).json()).toEqual(answer.json())
    expect(await chargesTo(person)).toEqual([due.amount])
    expect(await told(person)).toMatchObject({ status: 'active', openInvoice: null })
    expect(await statusesOf(person)).toEqual(['paid', 'void'])
  })

  test.each([
    ['no amount', () => null],
    ['another amount', () => ({ ...due, amount: due.amount - 1 })],
  ])('charges nothing when the user was shown %s', async (_what, expected) => {
    expect(problemOf(await replace(person, card, expected()))).toEqual([409, 'payment/due-changed'])
    expect(await chargesTo(person)).toEqual([])
    expect((await shop.invoicesOf(person))[0]).toMatchObject({ status: 'open', attempted: false })
    expect(await shop.current(person)).toMatchObject({
      status: 'unpaid',
      openInvoice: { amount: due, nextAttemptAt: null },
    })
    expect((await replace(person, card, due)).json().data).toMatchObject({ status: 'active' })
    expect(await chargesTo(person)).toEqual([due.amount])
  })

  test('leaves the invoice open for a second card when the first is declined', async () => {
    const bad = await shop.takeCard(person.as, declining)
    expect(problemOf(await replace(person, bad, due))).toEqual([402, 'payment/declined'])
    await shop.advance(10 * DAY)
    expect(await told(person)).toMatchObject({
      status: 'unpaid',
      openInvoice: { amount: due, nextAttemptAt: null },
    })
    expect((await replace(person, card, due)).json().data).toMatchObject({ status: 'active' })
    expect(await chargesTo(person)).toEqual([due.amount])
  })

  test('pays the invoice that an interrupted request has already finalized', async () => {
    await shop.stripe.invoices.finalizeInvoice(await draftId(), { auto_advance: false })
    expect((await replace(person, card, due)).json().data).toMatchObject({ status: 'active' })
    expect(await chargesTo(person)).toEqual([due.amount])
  })

  test('charges nothing when a credit balance covers the whole invoice', async () => {
    await shop.stripe.customers.update(person.customer, { balance: -due.amount })
    expect((await replace(person, card, due)).json().data).toMatchObject({
      status: 'active',
      openInvoice: null,
    })
    expect(await chargesTo(person)).toEqual([])
    const subscription = await shop.stripe.subscriptions.retrieve(person.stripeId)
    expect(subscription.default_payment_method).toBe(card.paymentMethodId)
  })

  test('charges the rest after a credit only once the user has been shown that amount', async () => {
    await shop.stripe.customers.update(person.customer, { balance: -500 })
    expect(problemOf(await replace(person, card, due))).toEqual([409, 'payment/due-changed'])
    const { amount: rest } = (await shop.current(person)).openInvoice
    expect(rest).toEqual({ ...due, amount: due.amount - 500 })
    expect((await replace(person, card, rest)).json().data).toMatchObject({ status: 'active' })
    expect(await chargesTo(person)).toEqual([rest.amount])
  })
})

describe('replacing the card of a subscription whose next period begins during the request', () => {
  let person: Person
  let due: Money

  beforeEach(async () => {
    await shop.endRetriesWith('unpaid')
    person = await lateSubscriber()
    await shop.advance(40 * DAY)
    due = (await told(person)).openInvoice?.amount
  })

  /** Expects that the repeated request charges nothing more, and that a further card then pays. */
  const expectPaidOnce = async (card: Card, key: string) => {
    const repeated = await replace(person, card, due, key)
    expect(problemOf(repeated)).toEqual([200, undefined])
    expect(repeated.json().data).toMatchObject({ status: 'unpaid', openInvoice: { amount: due } })
    expect(await chargesTo(person)).toEqual([due.amount])
    const subscription = await shop.stripe.subscriptions.retrieve(person.stripeId)
    expect(subscription.default_payment_method).toBe(card.paymentMethodId)
    const further = await replace(person, await shop.takeCard(person.as), due)
    expect(further.json().data).toMatchObject({ status: 'active', openInvoice: null })
    expect(await chargesTo(person)).toEqual([due.amount, due.amount])
  }

  test('charges once, and not for the new period, when the request is repeated after an outage', async () => {
    const card = await shop.takeCard(person.as)
    const key = freshKey()
    const pay = shop.stripe.invoices.pay.bind(shop.stripe.invoices)
    vi.spyOn(shop.stripe.invoices, 'pay').mockImplementationOnce((async (
      ...given: Parameters<typeof pay>
    ) => {
      await passPeriod(person, 60)
      return pay(...given)
    }) as typeof pay)
    vi.spyOn(shop.stripe.customers, 'update').mockRejectedValueOnce(
      new Stripe.errors.StripeConnectionError({ message: 'Down.', type: 'api_error' }),
    )
    expect((await replace(person, card, due, key)).statusCode).toBe(503)
    vi.restoreAllMocks()
    expect(await chargesTo(person)).toEqual([due.amount])
    await expectPaidOnce(card, key)
  })

  test('charges once, and not for the new period, if that begins during the bank’s check', async () => {
    const card = await shop.takeCard(person.as, askingBank)
    const key = freshKey()
    const asked = await replace(person, card, due, key)
    expect(problemOf(asked)).toEqual([402, 'payment/requires-action'])
    await passPeriod(person, 60)
    await shop.authenticate(asked.json().clientSecret, true)
    await expectPaidOnce(card, key)
  })
})

test('another card is not charged while the invoice of a period that has just begun is a draft', async () => {
  await shop.endRetriesWith('past_due')
  const person = await lateSubscriber()
  const { openInvoice } = await told(person)
  await passPeriod(person, 60)
  const card = await shop.takeCard(person.as)
  expect(problemOf(await replace(person, card, openInvoice.amount))).toEqual([
    409,
    'payment/due-changed',
  ])
  expect(await shop.current(person)).toMatchObject({ status: 'past_due', openInvoice: null })
  expect((await statusesOf(person))[0]).toBe('draft')
  expect((await replace(person, card, null)).statusCode).toBe(200)
  await shop.advance(3600)
  expect(await told(person)).toMatchObject({ status: 'active' })
})

describe('replacing the card of a subscription with open invoices of this period and an earlier one', () => {
  let person: Person
  let due: Money

  beforeEach(async () => {
    await shop.endRetriesWith('past_due')
    person = await lateSubscriber()
    await passPeriod(person, 2 * HOUR)
    due = (await told(person)).openInvoice.amount
  })

  /** The plan, charges and invoices shortly before the next period begins. */
  const later = async () => {
    await shop.advance(25 * DAY)
    const { status } = await told(person)
    return { status, charges: await chargesTo(person), invoices: await statusesOf(person) }
  }

  const paidOnce = () => ({
    status: 'active',
    charges: [due.amount],
    invoices: ['paid', 'void'],
  })

  test('pays the newest invoice, and voids the earlier one', async () => {
    const card = await shop.takeCard(person.as)
    expect((await replace(person, card, due)).json().data).toMatchObject({ status: 'active' })
    expect(await later()).toEqual(paidOnce())
  })

  test('pays the newest invoice and voids the earlier one when the caller names no expected amount', async () => {
    await replace(person, await shop.takeCard(person.as))
    expect(await later()).toEqual(paidOnce())
  })

  test('voids the earlier invoice once the bank’s check is passed', async () => {
    const card = await shop.takeCard(person.as, askingBank)
    const asked = await replace(person, card, due)
    expect(await statusesOf(person)).toEqual(['open', 'open'])
    await shop.authenticate(asked.json().clientSecret, true)
    await replace(person, card, due)
    expect(await later()).toEqual(paidOnce())
  })

  test('voids the earlier invoice when an interrupted request has already paid the newest', async () => {
    const card = await shop.takeCard(person.as)
    const [newest] = await shop.invoicesOf(person)
    await shop.stripe.invoices.pay(newest?.id ?? '', { payment_method: card.paymentMethodId })
    await replace(person, card, due)
    expect(await later()).toEqual(paidOnce())
  })

  test('leaves both invoices open when the card is declined', async () => {
    const bad = await shop.takeCard(person.as, declining)
    expect(problemOf(await replace(person, bad, due))).toEqual([402, 'payment/declined'])
    expect(await statusesOf(person)).toEqual(['open', 'open'])
  })
})

test('replacing the card leaves the invoice of a pending change of plan open', async () => {
  const person = await shop.subscriber('monthly')
  await shop.payWith(person, askingBank)
  const asked = await shop.change(person, await shop.previewed(person, 'annual'))
  expect(problemOf(asked)).toEqual([402, 'payment/requires-action'])
  expect((await replace(person, await shop.takeCard(person.as))).statusCode).toBe(200)
  expect((await statusesOf(person))[0]).toBe('open')
})
