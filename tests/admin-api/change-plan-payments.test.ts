import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askingBank, DAY, declining, problemOf, startPlanShop } from './support/plan-shop.ts'
import type { Person, PlanShop } from './support/plan-shop.ts'
import { agreement, freshKey } from './support/shop.ts'

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

/** The statuses of the invoices that the subscriber sees, newest first. */
const listed = async ({ as, url }: Person): Promise<string[]> => {
  const { data } = (await shop.get(`${url}/invoices`, { as })).json()
  return data.map(({ status }: { status: string }) => status)
}

describe('a declined payment for a change of plan', () => {
  test('leaves the plan as it was, and nothing to be charged later', async () => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, declining)
    const [shown, key] = [await shop.previewed(person, 'annual'), freshKey()]
    const declined = await shop.change(person, shown, key)
    expect(problemOf(declined)).toEqual([402, 'payment/declined'])
    expect(declined.json().declineCode).toBe('generic_decline')
    expect((await shop.change(person, shown, key)).json()).toEqual(declined.json())
    await shop.tell(person)
    expect(await shop.current(person)).toMatchObject({ productId: 'monthly', status: 'active' })
    expect(await shop.invoicesOf(person, 'open')).toEqual([])
    const [plan, { pending_update: update }] = await shop.atProvider(person)
    expect([plan, update]).toEqual(['monthly', null])
  })

  test('can be followed by a change that is paid with another card', async () => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, declining)
    const shown = await shop.previewed(person, 'annual')
    expect((await shop.change(person, shown)).statusCode).toBe(402)
    const card = await shop.takeCard(person.as)
    const headers = { 'idempotency-key': freshKey() }
    await shop.put(`${person.url}/payment_method`, card, { as: person.as, headers })
    expect((await shop.change(person, shown)).json().data).toMatchObject({ productId: 'annual' })
    expect(await shop.invoicesOf(person, 'paid')).toHaveLength(2)
  })
})

describe('a change of plan whose payment the bank wants confirmed', () => {
  const consentsOf = async (person: Person) => {
    const { changeConsents } = await shop.current(person)
    return changeConsents.map(({ text, version }: typeof agreement) => ({ text, version }))
  }

  const asked = async () => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, askingBank)
    const [shown, key] = [await shop.previewed(person, 'annual'), freshKey()]
    const answer = await shop.change(person, shown, key, agreement)
    expect(problemOf(answer)).toEqual([402, 'payment/requires-action'])
    return { person, shown, key, clientSecret: String(answer.json().clientSecret) }
  }

  test('takes effect once the customer has passed the check', async () => {
    const { person, shown, key, clientSecret } = await asked()
    expect((await shop.current(person)).productId).toBe('monthly')
    expect((await shop.change(person, shown, key)).json().clientSecret).toBe(clientSecret)
    await shop.authenticate(clientSecret, true)
    expect((await shop.change(person, shown, key)).json().data).toMatchObject({
      productId: 'annual',
      status: 'active',
    })
    expect((await shop.invoicesOf(person, 'paid')).map(({ amount_paid: paid }) => paid)).toEqual([
      shown.dueToday.amount,
      1299,
    ])
  })

  test('can be tried again after a failed check', async () => {
    const { person, shown, key, clientSecret } = await asked()
    await shop.authenticate(clientSecret, false)
    const again = await shop.change(person, shown, key)
    expect(problemOf(again)).toEqual([402, 'payment/requires-action'])
    await shop.authenticate(again.json().clientSecret, true)
    expect((await shop.change(person, shown, key)).json().data).toMatchObject({
      productId: 'annual',
    })
    expect(await shop.invoicesOf(person, 'paid')).toHaveLength(2)
  })

  test('is replaced by a change that was previewed later', async () => {
    const { person } = await asked()
    await shop.advance(5 * DAY)
    const later = await shop.previewed(person, 'annual')
    expect(problemOf(await shop.change(person, later))).toEqual([402, 'payment/requires-action'])
    expect((await shop.invoicesOf(person, 'open')).map(({ amount_due: due }) => due)).toEqual([
      later.dueToday.amount,
    ])
  })

  test('has its invoice listed only once that is paid', async () => {
    const { person, clientSecret } = await asked()
    expect(await listed(person)).toEqual(['paid', 'paid'])
    await shop.authenticate(clientSecret, true)
    expect(await listed(person)).toEqual(['paid', 'paid', 'paid'])
  })

  test('has its consent deleted once its invoice can no longer be paid', async () => {
    const { person, clientSecret } = await asked()
    await shop.authenticate(clientSecret, false)
    await shop.tell(person)
    expect(await consentsOf(person)).toEqual([agreement])
    await shop.advance(DAY)
    await shop.tell(person)
    expect(await consentsOf(person)).toEqual([])
    expect((await shop.current(person)).productId).toBe('monthly')
  })

  test('has its consent replaced by the consent to the change that takes effect instead', async () => {
    const { person } = await asked()
    await shop.payWith(person, 'pm_card_mastercard')
    await shop.advance(DAY / 2)
    const [later, words] = [await shop.previewed(person, 'annual'), { ...agreement, text: 'Yes.' }]
    expect((await shop.change(person, later, freshKey(), words)).statusCode).toBe(200)
    await shop.advance(DAY)
    await shop.tell(person)
    expect(await consentsOf(person)).toEqual([words])
  })

  test('keeps its consent when the request is not repeated after the check', async () => {
    const { person, clientSecret } = await asked()
    await shop.authenticate(clientSecret, true)
    await shop.advance(DAY)
    await shop.tell(person)
    expect(await shop.current(person)).toMatchObject({ productId: 'annual' })
    expect(await consentsOf(person)).toEqual([agreement])
  })

  test('keeps its consent when the request is repeated after the check', async () => {
    const { person, shown, key, clientSecret } = await asked()
    await shop.authenticate(clientSecret, true)
    expect((await shop.change(person, shown, key, agreement)).statusCode).toBe(200)
    await shop.advance(DAY)
    await shop.tell(person)
    expect(await consentsOf(person)).toEqual([agreement])
  })

  test('has its invoice voided when the account is deleted', async () => {
    const { person } = await asked()
    expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
    expect((await shop.atProvider(person))[1].status).toBe('canceled')
    expect(await shop.invoicesOf(person, 'open')).toEqual([])
    expect(await shop.invoicesOf(person, 'void')).toHaveLength(1)
  })

  test('is dropped, with its invoice and consent, when the subscription is cancelled', async () => {
    const { person } = await asked()
    const answer = await shop.delete(person.url, { as: person.as })
    expect(answer.json().data).toMatchObject({
      productId: 'monthly',
      cancelAtPeriodEnd: true,
      changeConsents: [],
    })
    expect(await shop.invoicesOf(person, 'open')).toEqual([])
  })
})

test('an unpaid invoice from the end of a trial is listed, though its billing reason is an update', async () => {
  const person = await shop.subscriber('monthly', { inTrial: true })
  await shop.payWith(person, declining)
  await shop.stripe.subscriptions.update(person.stripeId, { trial_end: 'now' })
  await shop.tell(person)
  expect((await shop.invoicesOf(person, 'open'))[0]?.billing_reason).toBe('subscription_update')
  expect(await listed(person)).toEqual(['open', 'paid'])
})
