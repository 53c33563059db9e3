import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { somebody } from './support/harness.ts'
import { DAY, declining, problemOf, startPlanShop } from './support/plan-shop.ts'
import type { PlanShop } from './support/plan-shop.ts'
import { freshKey, routes } from './support/shop.ts'

const minute = 60_000

/** How far the API's clock is ahead, in milliseconds; the sandbox has its own clock. */
let ahead = 0
let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop({ parts: { clock: () => new Date(Date.now() + ahead) } })
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

describe('a change to the more expensive plan', () => {
  test('immediately charges exactly what was previewed', async () => {
    const person = await shop.subscriber('monthly')
    await shop.advance(10 * DAY)
    const shown = await shop.previewed(person, 'annual')
    expect(shown).toMatchObject({ productId: 'annual', effective: 'now', endingPromotion: null })
    expect(shown.lines.map(({ kind }) => kind)).toEqual(['plan', 'unused'])
    expect(shown.lines[0]?.amount.amount).toBe(8999)
    expect(shown.lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(
      shown.dueToday.amount,
    )
    expect(shown.dueToday.amount).toBeLessThan(8999)
    expect(shown.nextCharge.amount.amount).toBe(8999)
    await shop.advance(120)
    const answer = await shop.change(person, shown)
    expect(answer.json().data).toMatchObject({
      id: person.id,
      productId: 'annual',
      status: 'active',
      price: { amount: 8999 },
      pendingChange: null,
      currentPeriodEnd: shown.nextCharge.date,
    })
    const [newest] = await shop.invoicesOf(person)
    expect([newest?.status, newest?.amount_paid]).toEqual(['paid', shown.dueToday.amount])
    expect(await shop.current(person)).toEqual(answer.json().data)
  })

  test('is reported to the app as one subscription, to the new product', async () => {
    const person = await shop.subscriber('monthly')
    await shop.changedTo(person, 'annual')
    await shop.tell(person)
    const { subscriber: bought } = (await shop.get(routes.offers, { as: person.as })).json().data
    expect(Object.keys(bought.subscriptions)).toEqual(['annual'])
    expect(bought.entitlements.coaching.product_identifier).toBe('annual')
    expect(await shop.subscriptionsOf(person.as)).toHaveLength(1)
  })

  test('is announced by mail, with what was charged', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    await shop.change(person, shown)
    await shop.tell(person)
    expect(await shop.changesTold(person)).toMatchObject([
      {
        productId: 'annual',
        startsAt: null,
        charged: shown.dueToday,
        nextCharge: shown.nextCharge.amount,
        nextChargeAt: shown.nextCharge.date,
      },
    ])
  })

  test('is recorded when it was made directly at the provider', async () => {
    const person = await shop.subscriber('monthly')
    const [, subscription] = await shop.atProvider(person)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_sandbox_annual' }],
    })
    await shop.tell(person)
    expect(await shop.current(person)).toMatchObject({
      productId: 'annual',
      price: { amount: 8999 },
    })
  })

  test('is previewed with the promotion that ends, since the new plan does not have it', async () => {
    const person = await shop.subscriber('monthly', { code: 'HALFYEAR' })
    expect((await shop.current(person)).discount).toMatchObject({ code: 'HALFYEAR' })
    const shown = await shop.previewed(person, 'annual')
    expect(shown.endingPromotion).toMatchObject({ code: 'HALFYEAR', percentOff: 50 })
    expect(shown.nextCharge.amount.amount).toBe(8999)
    const answer = await shop.change(person, shown)
    expect(answer.json().data.discount).toBeNull()
    expect((await shop.invoicesOf(person))[0]?.amount_paid).toBe(shown.dueToday.amount)
  })
})

describe('a change to the cheaper plan', () => {
  test('takes effect with the next period', async () => {
    const person = await shop.subscriber('annual')
    const shown = await shop.previewed(person, 'monthly')
    const { currentPeriodEnd } = await shop.current(person)
    expect(shown).toMatchObject({
      effective: 'period_end',
      dueToday: { amount: 0, currency: 'usd' },
      lines: [],
      nextCharge: { date: currentPeriodEnd, amount: { amount: 1299, currency: 'usd' } },
    })
    const key = freshKey()
    const answer = await shop.change(person, shown, key)
    expect(answer.json().data).toMatchObject({
      productId: 'annual',
      price: { amount: 8999 },
      pendingChange: { productId: 'monthly', date: currentPeriodEnd },
    })
    expect(await shop.current(person)).toEqual(answer.json().data)
    expect((await shop.change(person, shown, key)).json()).toEqual(answer.json())
    expect(await shop.invoicesOf(person)).toHaveLength(1)

    await shop.advance(367 * DAY)
    await shop.tell(person)
    expect(await shop.current(person)).toMatchObject({
      productId: 'monthly',
      status: 'active',
      price: { amount: 1299 },
      pendingChange: null,
    })
    expect((await shop.invoicesOf(person, 'paid'))[0]?.amount_paid).toBe(1299)
  })

  test('is undone by choosing the current plan', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    const shown = await shop.previewed(person, 'annual')
    expect(shown).toMatchObject({
      effective: 'now',
      dueToday: { amount: 0 },
      lines: [],
      nextCharge: { amount: { amount: 8999 } },
    })
    const answer = await shop.change(person, shown)
    expect(answer.json().data).toMatchObject({ productId: 'annual', pendingChange: null })
    expect((await shop.change(person, shown)).json()).toEqual(answer.json())
    expect((await shop.atProvider(person))[1].schedule).toBeNull()
    expect(problemOf(await shop.preview(person, 'annual'))).toEqual([
      409,
      'subscription/not-changeable',
    ])
    await shop.tell(person)
    expect(await shop.changesTold(person)).toMatchObject([
      { kind: 'plan-changed', productId: 'monthly' },
      {
        kind: 'resumed',
        charge: shown.nextCharge.amount,
        chargedAt: shown.nextCharge.date,
        isKept: true,
        isClosed: false,
      },
    ])
  })

  test('can be undone after the current period has been refunded', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    const { data } = await shop.stripe.charges.list({ customer: person.customer, limit: 1 })
    await shop.stripe.refunds.create({ charge: data[0]!.id })
    expect(await shop.changedTo(person, 'annual')).toMatchObject({
      productId: 'annual',
      pendingChange: null,
    })
    expect((await shop.atProvider(person))[1].schedule).toBeNull()
  })

  test('is dropped when the subscription is cancelled, and stays dropped after a resumption', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    const { as, url } = person
    expect((await shop.post(`${url}/resume`, {}, { as })).json().data).toMatchObject({
      cancelAtPeriodEnd: false,
      pendingChange: { productId: 'monthly' },
    })
    expect((await shop.delete(url, { as })).json().data).toMatchObject({
      cancelAtPeriodEnd: true,
      pendingChange: null,
    })
    expect((await shop.post(`${url}/resume`, {}, { as })).json().data).toMatchObject({
      cancelAtPeriodEnd: false,
      pendingChange: null,
    })
  })

  test('is announced by mail once, when it is ordered', async () => {
    const person = await shop.subscriber('annual')
    const { pendingChange } = await shop.changedTo(person, 'monthly')
    await shop.advance(367 * DAY)
    await shop.tell(person)
    expect(await shop.changesTold(person)).toMatchObject([
      {
        productId: 'monthly',
        startsAt: pendingChange.date,
        charged: null,
        nextCharge: { amount: 1299 },
      },
    ])
  })

  test('leaves a subscription that can be cancelled once the change has taken effect', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    await shop.advance(367 * DAY)
    await shop.tell(person)
    expect((await shop.delete(person.url, { as: person.as })).json().data).toMatchObject({
      productId: 'monthly',
      cancelAtPeriodEnd: true,
    })
  })

  test('is charged to the card that has replaced the earlier one', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    const card = await shop.takeCard(person.as)
    const headers = { 'idempotency-key': freshKey() }
    const replaced = await shop.put(`${person.url}/payment_method`, card, {
      as: person.as,
      headers,
    })
    expect(replaced.json().data.pendingChange).toMatchObject({ productId: 'monthly' })
    await shop.advance(367 * DAY)
    const [plan, { default_payment_method: method }] = await shop.atProvider(person)
    expect([plan, method]).toEqual(['monthly', card.paymentMethodId])
  })

  test('does not prevent the account from being deleted', async () => {
    const person = await shop.subscriber('annual')
    await shop.changedTo(person, 'monthly')
    const [, { schedule }] = await shop.atProvider(person)
    expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
    expect((await shop.atProvider(person))[1]).toMatchObject({ status: 'canceled', schedule: null })
    expect((await shop.stripe.subscriptionSchedules.retrieve(String(schedule))).status).toBe(
      'released',
    )
  })
})

describe('a change during the trial', () => {
  test.each([
    ['monthly', 'annual', 8999],
    ['annual', 'monthly', 1299],
  ] as const)('from %s to %s takes effect immediately, free of charge', async (from, to, price) => {
    const person = await shop.subscriber(from, { inTrial: true })
    const { trialEnd } = await shop.current(person)
    const shown = await shop.previewed(person, to)
    expect(shown).toMatchObject({
      effective: 'now',
      dueToday: { amount: 0 },
      lines: [],
      nextCharge: { date: trialEnd, amount: { amount: price } },
    })
    const answer = await shop.change(person, shown)
    expect(answer.json().data).toMatchObject({
      productId: to,
      status: 'trialing',
      trialEnd,
      price: { amount: price },
      pendingChange: null,
    })
    expect(await shop.invoicesOf(person)).toEqual([])
    await shop.advance(15 * DAY)
    await shop.tell(person)
    expect((await shop.current(person)).status).toBe('active')
    expect((await shop.invoicesOf(person, 'paid')).map(({ amount_paid: paid }) => paid)).toEqual([
      price,
    ])
  })

  test('keeps a promotion that both plans have', async () => {
    const person = await shop.subscriber('monthly', { inTrial: true, code: 'WELCOME20' })
    const shown = await shop.previewed(person, 'annual')
    expect(shown.nextCharge.amount.amount).toBe(7199)
    expect(shown.endingPromotion).toBeNull()
    expect((await shop.change(person, shown)).json().data.discount).toMatchObject({
      code: 'WELCOME20',
    })
  })

  test('is refused if the trial ends during the request, since it would then be charged', async () => {
    const person = await shop.subscriber('monthly', { inTrial: true })
    const shown = await shop.previewed(person, 'annual')
    const { update } = shop.stripe.subscriptions
    shop.stripe.subscriptions.update = (async (...given: Parameters<typeof update>) => {
      shop.stripe.subscriptions.update = update
      await shop.advance(8 * DAY)
      return update.apply(shop.stripe.subscriptions, given)
    }) as typeof update
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    expect(await shop.current(person)).toMatchObject({ productId: 'monthly', status: 'active' })
    expect((await shop.invoicesOf(person, 'paid')).map(({ amount_paid: paid }) => paid)).toEqual([
      1299,
    ])
  })
})

describe('a preview', () => {
  test('is stale after 15 minutes', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    ahead += 16 * minute
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    ahead -= 16 * minute
    expect(await shop.invoicesOf(person)).toHaveLength(1)
  })

  test('is stale when the change would now cost something else', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    const coupon = await shop.stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await shop.stripe.subscriptions.update(person.stripeId, {
      discounts: [{ coupon: coupon.id }],
    })
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    expect((await shop.current(person)).productId).toBe('monthly')
  })

  test('is stale once the next period has begun', async () => {
    const person = await shop.subscriber('monthly')
    // 27 days are less than the shortest month, 32 are more than the longest.
    await shop.advance(27 * DAY)
    const shown = await shop.previewed(person, 'annual')
    await shop.advance(5 * DAY)
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    expect(await shop.current(person)).toMatchObject({ productId: 'monthly' })
  })

  test('is refused when the current period has been refunded', async () => {
    const person = await shop.subscriber('monthly')
    const { data } = await shop.stripe.charges.list({ customer: person.customer, limit: 1 })
    await shop.stripe.refunds.create({ charge: data[0]!.id })
    expect(problemOf(await shop.preview(person, 'annual'))).toEqual([
      409,
      'subscription/not-changeable',
    ])
  })

  test('is valid only for its own user and subscription, and only with its exact id', async () => {
    const [one, other] = [await shop.subscriber('monthly'), await shop.subscriber('monthly')]
    const shown = await shop.previewed(one, 'annual')
    const stale = [409, 'subscription/preview-stale']
    expect(problemOf(await shop.change(other, shown))).toEqual(stale)
    expect(problemOf(await shop.change(one, { ...shown, id: `${shown.id}x` }))).toEqual(stale)
    expect(problemOf(await shop.change(one, { ...shown, id: 'made-up' }))).toEqual(stale)
    expect(problemOf(await shop.change({ ...other, url: one.url }, shown))).toEqual([
      404,
      'subscription/not-found',
    ])
    expect(shown.id.length).toBeLessThanOrEqual(255)
  })

  test('is refused for the current plan, and for a cancelled, overdue or ended subscription', async () => {
    const refused = [409, 'subscription/not-changeable']
    const present = await shop.subscriber('monthly')
    expect(problemOf(await shop.preview(present, 'monthly'))).toEqual(refused)
    expect(problemOf(await shop.preview(present, 'weekly'))).toEqual([422, 'request/invalid'])
    const shown = await shop.previewed(present, 'annual')
    await shop.delete(present.url, { as: present.as })
    expect(problemOf(await shop.preview(present, 'annual'))).toEqual(refused)
    expect(problemOf(await shop.change(present, shown))).toEqual(refused)

    const late = await shop.subscriber('monthly', { inTrial: true })
    await shop.payWith(late, declining)
    await shop.stripe.subscriptions.update(late.stripeId, { trial_end: 'now' })
    expect(problemOf(await shop.preview(late, 'annual'))).toEqual(refused)

    await shop.stripe.subscriptions.cancel(late.stripeId)
    expect(problemOf(await shop.preview(late, 'annual'))).toEqual([409, 'subscription/ended'])
    expect(problemOf(await shop.preview({ ...late, as: somebody() }, 'annual'))).toEqual([
      404,
      'subscription/not-found',
    ])
  })
})
