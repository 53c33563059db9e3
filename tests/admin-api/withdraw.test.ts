import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { somebody } from './support/harness.ts'
import { declining, problemOf } from './support/plan-shop.ts'
import { annual, DAY, startRefundShop } from './support/refund-shop.ts'
import type { RefundShop } from './support/refund-shop.ts'
import { freshKey, routes } from './support/shop.ts'

let shop: RefundShop
beforeAll(async () => {
  shop = await startRefundShop()
})
afterEach(() => shop.reset())
afterAll(() => shop.stop())

describe('a withdrawal', () => {
  test('ends the subscription immediately and refunds what was charged', async () => {
    const person = await shop.subscriber()
    const { subscription, refunded } = await shop.withdrawn(person)
    expect(refunded).toEqual(annual)
    expect(subscription).toMatchObject({ id: person.id, status: 'canceled' })
    expect(subscription.withdrawableUntil).toBeNull()
    expect(await shop.current(person)).toEqual(subscription)
    expect(await shop.statusOf(person)).toBe('canceled')
    expect((await shop.refundsOf(person)).map(({ amount }) => amount)).toEqual([8999])
  })

  test('is possible for 14 days from the first charge', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    const { withdrawableUntil } = await shop.current(person)
    const firstCharge = charge!.created * 1000
    expect(Date.parse(withdrawableUntil) - firstCharge).toBe(14 * DAY)

    shop.moveClock(14 * DAY + 60_000)
    expect((await shop.current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await shop.statusOf(person)).toBe('active')
    shop.moveClock(14 * DAY - 60_000)
    expect((await shop.current(person)).withdrawableUntil).toBe(withdrawableUntil)
    expect((await shop.withdrawn(person)).refunded).toEqual(annual)
  })

  test('is refused during the trial, when nothing has been charged', async () => {
    const person = await shop.subscriber('annual', { inTrial: true })
    expect((await shop.current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await shop.statusOf(person)).toBe('trialing')
    await shop.stripe.subscriptions.cancel(person.stripeId)
    await shop.tell(person)
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
  })

  test('returns the same response when it is repeated, even after the 14 days', async () => {
    const person = await shop.subscriber()
    const key = freshKey()
    const first = await shop.withdraw(person, key)
    shop.moveClock(15 * DAY)
    const repeated = [await shop.withdraw(person, key), await shop.withdraw(person)]
    expect(repeated.map((answer) => answer.json())).toEqual([first.json(), first.json()])
    expect(await shop.refundsOf(person)).toHaveLength(1)
  })

  test('refunds every charge, and drops a pending change of plan', async () => {
    const person = await shop.subscriber('monthly')
    const change = async (productId: string) => {
      const { as, url } = person
      const shown = (await shop.post(`${url}/change_preview`, { productId }, { as })).json().data
      const order = { productId, previewId: shown.id }
      const headers = { 'idempotency-key': freshKey() }
      expect((await shop.post(`${url}/change`, order, { as, headers })).statusCode).toBe(200)
    }
    await change('annual')
    await change('monthly')
    const charged = (await shop.chargesOf(person)).reduce((sum, { amount }) => sum + amount, 0)
    const { subscription, refunded } = await shop.withdrawn(person)
    expect(refunded).toEqual({ amount: charged, currency: 'usd' })
    expect(subscription).toMatchObject({ status: 'canceled', pendingChange: null })
    const charges = await shop.chargesOf(person)
    expect(charges).toHaveLength(2)
    expect(charges.every((charge) => charge.refunded)).toBe(true)
    expect((await shop.stripe.subscriptions.retrieve(person.stripeId)).schedule).toBeNull()
  })

  test('refunds the rest of a partly refunded charge', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    expect((await shop.withdrawn(person)).refunded).toEqual(annual)
    expect((await shop.refundsOf(person)).map(({ amount }) => amount).toSorted()).toEqual([
      1000, 7999,
    ])
    expect(await shop.causesOf(person)).toContainEqual(
      expect.objectContaining({ kind: 'refunded', amount: annual, isInAll: true }),
    )
  })

  test('voids an open invoice, so that nothing is charged later', async () => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, declining)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: (await shop.stripe.subscriptions.retrieve(person.stripeId)).items.data.map(
        ({ id }) => ({ id, price: 'price_sandbox_annual' }),
      ),
      proration_behavior: 'always_invoice',
    })
    await shop.tell(person)
    expect((await shop.current(person)).status).toBe('past_due')
    const { subscription } = await shop.withdrawn(person)
    expect(subscription).toMatchObject({ status: 'canceled', openInvoice: null })
    const invoices = await shop.stripe.invoices.list({ subscription: person.stripeId })
    expect(invoices.data.map(({ status }) => status)).not.toContain('open')
    const kinds = (await shop.causesOf(person)).map(({ kind }) => kind)
    expect(kinds).toContain('refunded')
    expect(kinds).not.toContain('ended-unpaid')
  })

  test('is possible after a cancellation, and after the subscription has ended', async () => {
    const leaver = await shop.subscriber()
    await shop.delete(leaver.url, { as: leaver.as })
    expect((await shop.withdrawn(leaver)).refunded).toEqual(annual)

    const former = await shop.subscriber()
    await shop.stripe.subscriptions.cancel(former.stripeId)
    await shop.tell(former)
    expect(await shop.current(former)).toMatchObject({
      status: 'canceled',
      withdrawableUntil: expect.any(String),
    })
    expect((await shop.withdrawn(former)).refunded).toEqual(annual)
  })

  test('is possible only for the owner, signed in within the last 5 minutes', async () => {
    const person = await shop.subscriber()
    const late = await shop.withdraw({ ...person, as: { ...person.as, signedInAgo: 6 * 60 } })
    expect(problemOf(late)).toEqual([403, 'auth/requires-recent-login'])
    const notFound = [404, 'subscription/not-found']
    expect(problemOf(await shop.withdraw({ ...person, as: somebody() }))).toEqual(notFound)
    const nonsense = await shop.withdraw({ ...person, url: `${routes.subscriptions}/nonsense` })
    expect(problemOf(nonsense)).toEqual(notFound)
    const keyless = await shop.post(`${person.url}/withdraw`, {}, { as: person.as })
    expect(problemOf(keyless)).toEqual([400, 'idempotency/key-required'])
    expect(await shop.statusOf(person)).toBe('active')
  })
})

describe('a refund after a withdrawal', () => {
  test('is reported to the app with its time, at which access ends', async () => {
    const person = await shop.subscriber()
    const before = (await shop.bought(person)).subscriptions.annual
    expect(before).toMatchObject({ refunded_at: null, ownership_type: 'PURCHASED' })
    await shop.withdrawn(person)
    const { entitlements, subscriptions } = await shop.bought(person)
    const { refunded_at, expires_date } = subscriptions.annual
    expect(Date.parse(refunded_at)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(expires_date)).toBeLessThanOrEqual(Date.parse(refunded_at))
    expect(Date.parse(entitlements.coaching.expires_date)).toBeLessThanOrEqual(
      Date.parse(refunded_at),
    )
    expect(subscriptions.annual.ownership_type).toBe('PURCHASED')
  })

  test('is shown with the invoice, together with earlier refunds', async () => {
    const person = await shop.subscriber()
    const refunds = async () =>
      (await shop.get(`${person.url}/invoices`, { as: person.as }))
        .json()
        .data.map(({ refunded }: { refunded: unknown }) => refunded)
    expect(await refunds()).toEqual([null, null])
    const [charge] = await shop.chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    expect(await refunds()).toEqual([{ amount: 1000, currency: 'usd' }, null])
    await shop.withdrawn(person)
    expect(await refunds()).toEqual([annual, null])
  })

  test('is announced in one mail, and no other mail announces the end of the plan', async () => {
    const person = await shop.subscriber()
    await shop.withdrawn(person)
    await shop.tell(person)
    await shop.withdraw(person)
    const causes = await shop.causesOf(person)
    expect(causes.map(({ kind }) => kind).toSorted()).toEqual(['refunded', 'subscribed'])
    expect(causes.find(({ kind }) => kind === 'refunded')).toMatchObject({
      productId: 'annual',
      amount: annual,
      isInAll: false,
      card: { brand: 'Visa', last4: expect.stringMatching(/^\d{4}$/) },
      hasEnded: true,
    })
  })
})
