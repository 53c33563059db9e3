import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { notices } from '#admin-api/data/schema.ts'
import { markLeaving, ensureUser } from '#admin-api/data/users.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startApi, startTimeout } from './support/harness.ts'
import { freshKey, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

const declining = 'pm_card_chargeCustomerFail'
const askingBank = 'pm_card_authenticationRequired'
const DAY = 24 * 60 * 60
const minute = 60_000

/** Of the API's clock; the sandbox has its own. */
let ahead = 0
let shop: Shop
beforeAll(async () => {
  shop = await startShop({ parts: { clock: () => new Date(Date.now() + ahead) } })
}, startTimeout)
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

type Person = Awaited<ReturnType<typeof subscriber>>

const current = async ({ as }: { as: TokenClaims }) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription

const tell = async ({ stripeId }: { stripeId: string }) => {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  for (const event of data.toReversed())
    if (JSON.stringify(event.data.object).includes(stripeId)) await shop.deliver(event)
}

/** With a paid plan, unless it is to stay in its trial. */
const subscriber = async (
  productId: 'monthly' | 'annual',
  { inTrial = false, code }: { inTrial?: boolean; code?: string } = {},
) => {
  const as = somebody()
  const promotion =
    code === undefined ? {} : { promotionCodeId: `promo_sandbox_${code.toLowerCase()}` }
  const order = await shop.order(as, { productId, ...(await shop.takeCard(as)), ...promotion })
  expect(problemOf(order)).toEqual([201, undefined])
  const { id } = order.json().data as { id: string }
  const [{ id: stripeId, customer } = { id: '', customer: '' }] = await shop.subscriptionsOf(as)
  const person = {
    as,
    id,
    stripeId,
    customer: String(customer),
    url: `${routes.subscriptions}/${id}`,
  }
  if (inTrial) return person
  await shop.stripe.subscriptions.update(stripeId, { trial_end: 'now' })
  await tell(person)
  return person
}

const payWith = async ({ stripeId, customer }: Person, token: string) => {
  const { id } = await shop.stripe.paymentMethods.attach(token, { customer })
  await shop.stripe.subscriptions.update(stripeId, { default_payment_method: id })
}

const advance = async (seconds: number) => {
  const answer = await fetch(`${shop.paymentsUrl}/_sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

const preview = ({ as, url }: Person, productId: string) =>
  shop.post(`${url}/change_preview`, { productId }, { as })

const previewed = async (person: Person, productId: string) => {
  const answer = await preview(person, productId)
  expect([answer.statusCode, answer.json().code]).toEqual([200, undefined])
  return answer.json().data as {
    id: string
    productId: string
    effective: string
    dueToday: { amount: number; currency: string }
    lines: { kind: string; amount: { amount: number }; period: { start: string; end: string } }[]
    nextCharge: { date: string; amount: { amount: number } }
    endingPromotion: { code: string } | null
  }
}

const change = (
  { as, url }: Person,
  { id, productId }: { id: string; productId: string },
  key: string = freshKey(),
) =>
  shop.post(
    `${url}/change`,
    { productId, previewId: id },
    { as, headers: { 'idempotency-key': key } },
  )

const changedTo = async (person: Person, productId: string) => {
  const answer = await change(person, await previewed(person, productId))
  expect([answer.statusCode, answer.json().code]).toEqual([200, undefined])
  return answer.json().data
}

const problemOf = (answer: { statusCode: number; json(): { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

const invoicesOf = async ({ stripeId }: Person, status?: 'paid' | 'open' | 'void') =>
  (
    await shop.stripe.invoices.list({
      subscription: stripeId,
      limit: 100,
      ...(status && { status }),
    })
  ).data.filter(({ total }) => total > 0)

const changesTold = async ({ id }: Person) =>
  (await shop.db.select().from(notices).where(eq(notices.subscriptionId, id)))
    .map(({ cause }) => cause)
    .filter(({ kind }) => kind === 'plan-changed')

const atProvider = async ({ stripeId }: Person): Promise<[string, Stripe.Subscription]> => {
  const subscription = await shop.stripe.subscriptions.retrieve(stripeId)
  return [subscription.items.data[0]?.price.lookup_key ?? '', subscription]
}

describe('a change to the dearer plan', () => {
  test('charges at once what was previewed, to the cent', async () => {
    const person = await subscriber('monthly')
    await advance(10 * DAY)
    const shown = await previewed(person, 'annual')
    expect(shown).toMatchObject({ productId: 'annual', effective: 'now', endingPromotion: null })
    expect(shown.lines.map(({ kind }) => kind)).toEqual(['plan', 'unused'])
    expect(shown.lines[0]?.amount.amount).toBe(8999)
    expect(shown.lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(
      shown.dueToday.amount,
    )
    expect(shown.dueToday.amount).toBeLessThan(8999)
    expect(shown.nextCharge.amount.amount).toBe(8999)
    await advance(120)
    const answer = await change(person, shown)
    expect(answer.json().data).toMatchObject({
      id: person.id,
      productId: 'annual',
      status: 'active',
      price: { amount: 8999 },
      pendingChange: null,
      currentPeriodEnd: shown.nextCharge.date,
    })
    const [newest] = await invoicesOf(person)
    expect([newest?.status, newest?.amount_paid]).toEqual(['paid', shown.dueToday.amount])
    expect(await current(person)).toEqual(answer.json().data)
  })

  test('is told to the app as one subscription, to the new product', async () => {
    const person = await subscriber('monthly')
    await changedTo(person, 'annual')
    await tell(person)
    const { subscriber: bought } = (await shop.get(routes.offers, { as: person.as })).json().data
    expect(Object.keys(bought.subscriptions)).toEqual(['annual'])
    expect(bought.entitlements.coaching.product_identifier).toBe('annual')
    expect(await shop.subscriptionsOf(person.as)).toHaveLength(1)
  })

  test('charges once, however often it is sent, at once or later', async () => {
    const person = await subscriber('monthly')
    const [shown, key] = [await previewed(person, 'annual'), freshKey()]
    const raced = await Promise.all([1, 2, 3, 4].map(() => change(person, shown, key)))
    for (const answer of raced) expect([200, 409]).toContain(answer.statusCode)
    expect(raced.map(({ statusCode }) => statusCode)).toContain(200)
    expect(problemOf(await change(person, shown, key))).toEqual([200, undefined])
    expect(problemOf(await change(person, shown))).toEqual([200, undefined])
    expect(await invoicesOf(person)).toHaveLength(2)
    expect(await shop.subscriptionsOf(person.as)).toHaveLength(1)
  })

  test('is found made by a request whose answer was lost', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    const [, subscription] = await atProvider(person)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_sandbox_annual' }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    expect((await change(person, shown)).json().data).toMatchObject({ productId: 'annual' })
    expect(await invoicesOf(person)).toHaveLength(2)
  })

  test('is told by mail, with what was charged', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    await change(person, shown)
    await tell(person)
    expect(await changesTold(person)).toMatchObject([
      {
        productId: 'annual',
        startsAt: null,
        charged: shown.dueToday,
        nextCharge: shown.nextCharge.amount,
        nextChargeAt: shown.nextCharge.date,
      },
    ])
  })

  test('follows the price at the provider, whoever changes it', async () => {
    const person = await subscriber('monthly')
    const [, subscription] = await atProvider(person)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_sandbox_annual' }],
    })
    await tell(person)
    expect(await current(person)).toMatchObject({ productId: 'annual', price: { amount: 8999 } })
  })

  test('names the promotion that the new plan does not have', async () => {
    const person = await subscriber('monthly', { code: 'HALFYEAR' })
    expect((await current(person)).discount).toMatchObject({ code: 'HALFYEAR' })
    const shown = await previewed(person, 'annual')
    expect(shown.endingPromotion).toMatchObject({ code: 'HALFYEAR', percentOff: 50 })
    expect(shown.nextCharge.amount.amount).toBe(8999)
    const answer = await change(person, shown)
    expect(answer.json().data.discount).toBeNull()
    expect((await invoicesOf(person))[0]?.amount_paid).toBe(shown.dueToday.amount)
  })
})

describe('a declined payment of a change', () => {
  test('leaves the plan as it was, and nothing to be charged later', async () => {
    const person = await subscriber('monthly')
    await payWith(person, declining)
    const [shown, key] = [await previewed(person, 'annual'), freshKey()]
    const declined = await change(person, shown, key)
    expect(problemOf(declined)).toEqual([402, 'payment/declined'])
    expect(declined.json().declineCode).toBe('generic_decline')
    expect((await change(person, shown, key)).json()).toEqual(declined.json())
    await tell(person)
    expect(await current(person)).toMatchObject({ productId: 'monthly', status: 'active' })
    expect(await invoicesOf(person, 'open')).toEqual([])
    const [plan, { pending_update: update }] = await atProvider(person)
    expect([plan, update]).toEqual(['monthly', null])
  })

  test('can be followed by a change that another card pays', async () => {
    const person = await subscriber('monthly')
    await payWith(person, declining)
    const shown = await previewed(person, 'annual')
    expect((await change(person, shown)).statusCode).toBe(402)
    const card = await shop.takeCard(person.as)
    const headers = { 'idempotency-key': freshKey() }
    await shop.put(`${person.url}/payment_method`, card, { as: person.as, headers })
    expect((await change(person, shown)).json().data).toMatchObject({ productId: 'annual' })
    expect(await invoicesOf(person, 'paid')).toHaveLength(2)
  })
})

describe('a change that the bank asks about', () => {
  const asked = async () => {
    const person = await subscriber('monthly')
    await payWith(person, askingBank)
    const [shown, key] = [await previewed(person, 'annual'), freshKey()]
    const answer = await change(person, shown, key)
    expect(problemOf(answer)).toEqual([402, 'payment/requires-action'])
    return { person, shown, key, clientSecret: String(answer.json().clientSecret) }
  }

  test('is made once the customer has passed the check', async () => {
    const { person, shown, key, clientSecret } = await asked()
    expect((await current(person)).productId).toBe('monthly')
    expect((await change(person, shown, key)).json().clientSecret).toBe(clientSecret)
    await shop.authenticate(clientSecret, true)
    expect((await change(person, shown, key)).json().data).toMatchObject({
      productId: 'annual',
      status: 'active',
    })
    expect((await invoicesOf(person, 'paid')).map(({ amount_paid: paid }) => paid)).toEqual([
      shown.dueToday.amount,
      1299,
    ])
  })

  test('can be tried again after a failed check', async () => {
    const { person, shown, key, clientSecret } = await asked()
    await shop.authenticate(clientSecret, false)
    const again = await change(person, shown, key)
    expect(problemOf(again)).toEqual([402, 'payment/requires-action'])
    await shop.authenticate(again.json().clientSecret, true)
    expect((await change(person, shown, key)).json().data).toMatchObject({ productId: 'annual' })
    expect(await invoicesOf(person, 'paid')).toHaveLength(2)
  })

  test('gives way to one that was previewed later', async () => {
    const { person } = await asked()
    await advance(5 * DAY)
    const later = await previewed(person, 'annual')
    expect(problemOf(await change(person, later))).toEqual([402, 'payment/requires-action'])
    expect((await invoicesOf(person, 'open')).map(({ amount_due: due }) => due)).toEqual([
      later.dueToday.amount,
    ])
  })

  test('is given up with the subscription', async () => {
    const { person } = await asked()
    const answer = await shop.delete(person.url, { as: person.as })
    expect(answer.json().data).toMatchObject({ productId: 'monthly', cancelAtPeriodEnd: true })
    expect(await invoicesOf(person, 'open')).toEqual([])
  })
})

describe('a change to the cheaper plan', () => {
  test('takes effect with the next period', async () => {
    const person = await subscriber('annual')
    const shown = await previewed(person, 'monthly')
    const { currentPeriodEnd } = await current(person)
    expect(shown).toMatchObject({
      effective: 'period_end',
      dueToday: { amount: 0, currency: 'usd' },
      lines: [],
      nextCharge: { date: currentPeriodEnd, amount: { amount: 1299, currency: 'usd' } },
    })
    const key = freshKey()
    const answer = await change(person, shown, key)
    expect(answer.json().data).toMatchObject({
      productId: 'annual',
      price: { amount: 8999 },
      pendingChange: { productId: 'monthly', date: currentPeriodEnd },
    })
    expect(await current(person)).toEqual(answer.json().data)
    expect((await change(person, shown, key)).json()).toEqual(answer.json())
    expect(await invoicesOf(person)).toHaveLength(1)

    await advance(366 * DAY)
    await tell(person)
    expect(await current(person)).toMatchObject({
      productId: 'monthly',
      status: 'active',
      price: { amount: 1299 },
      pendingChange: null,
    })
    expect((await invoicesOf(person, 'paid'))[0]?.amount_paid).toBe(1299)
  })

  test('is taken back by choosing the present plan', async () => {
    const person = await subscriber('annual')
    await changedTo(person, 'monthly')
    const shown = await previewed(person, 'annual')
    expect(shown).toMatchObject({
      effective: 'now',
      dueToday: { amount: 0 },
      lines: [],
      nextCharge: { amount: { amount: 8999 } },
    })
    const answer = await change(person, shown)
    expect(answer.json().data).toMatchObject({ productId: 'annual', pendingChange: null })
    expect((await change(person, shown)).json()).toEqual(answer.json())
    expect((await atProvider(person))[1].schedule).toBeNull()
    expect(problemOf(await preview(person, 'annual'))).toEqual([409, 'subscription/not-changeable'])
  })

  test('is given up with the subscription, and stays so when that is resumed', async () => {
    const person = await subscriber('annual')
    await changedTo(person, 'monthly')
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

  test('is told by mail once, when it is ordered', async () => {
    const person = await subscriber('annual')
    const { pendingChange } = await changedTo(person, 'monthly')
    await advance(366 * DAY)
    await tell(person)
    expect(await changesTold(person)).toMatchObject([
      {
        productId: 'monthly',
        startsAt: pendingChange.date,
        charged: null,
        nextCharge: { amount: 1299 },
      },
    ])
  })

  test('can be cancelled after it took effect', async () => {
    const person = await subscriber('annual')
    await changedTo(person, 'monthly')
    await advance(366 * DAY)
    await tell(person)
    expect((await shop.delete(person.url, { as: person.as })).json().data).toMatchObject({
      productId: 'monthly',
      cancelAtPeriodEnd: true,
    })
  })

  test('is charged to the card that replaced the one before', async () => {
    const person = await subscriber('annual')
    await changedTo(person, 'monthly')
    const card = await shop.takeCard(person.as)
    const headers = { 'idempotency-key': freshKey() }
    const replaced = await shop.put(`${person.url}/payment_method`, card, {
      as: person.as,
      headers,
    })
    expect(replaced.json().data.pendingChange).toMatchObject({ productId: 'monthly' })
    await advance(366 * DAY)
    const [plan, { default_payment_method: method }] = await atProvider(person)
    expect([plan, method]).toEqual(['monthly', card.paymentMethodId])
  })

  test('does not keep an account from being deleted', async () => {
    const person = await subscriber('annual')
    await changedTo(person, 'monthly')
    const [, { schedule }] = await atProvider(person)
    expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
    expect((await atProvider(person))[1]).toMatchObject({ status: 'canceled', schedule: null })
    expect((await shop.stripe.subscriptionSchedules.retrieve(String(schedule))).status).toBe(
      'released',
    )
  })
})

describe('a change in the trial', () => {
  test.each([
    ['monthly', 'annual', 8999],
    ['annual', 'monthly', 1299],
  ] as const)('from %s to %s is made at once, for nothing', async (from, to, price) => {
    const person = await subscriber(from, { inTrial: true })
    const { trialEnd } = await current(person)
    const shown = await previewed(person, to)
    expect(shown).toMatchObject({
      effective: 'now',
      dueToday: { amount: 0 },
      lines: [],
      nextCharge: { date: trialEnd, amount: { amount: price } },
    })
    const answer = await change(person, shown)
    expect(answer.json().data).toMatchObject({
      productId: to,
      status: 'trialing',
      trialEnd,
      price: { amount: price },
      pendingChange: null,
    })
    expect(await invoicesOf(person)).toEqual([])
    await advance(15 * DAY)
    await tell(person)
    expect((await current(person)).status).toBe('active')
    expect((await invoicesOf(person, 'paid')).map(({ amount_paid: paid }) => paid)).toEqual([price])
  })

  test('keeps a promotion that both plans have', async () => {
    const person = await subscriber('monthly', { inTrial: true, code: 'WELCOME20' })
    const shown = await previewed(person, 'annual')
    expect(shown.nextCharge.amount.amount).toBe(7199)
    expect(shown.endingPromotion).toBeNull()
    expect((await change(person, shown)).json().data.discount).toMatchObject({ code: 'WELCOME20' })
  })
})

describe('a preview', () => {
  test('is stale after 15 minutes', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    ahead += 16 * minute
    expect(problemOf(await change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    ahead -= 16 * minute
    expect(await invoicesOf(person)).toHaveLength(1)
  })

  test('is stale when it would charge something else', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    const coupon = await shop.stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await shop.stripe.subscriptions.update(person.stripeId, {
      discounts: [{ coupon: coupon.id }],
    })
    expect(problemOf(await change(person, shown))).toEqual([409, 'subscription/preview-stale'])
    expect((await current(person)).productId).toBe('monthly')
  })

  test('is good for its user, subscription and plan alone', async () => {
    const [one, other] = [await subscriber('monthly'), await subscriber('monthly')]
    const shown = await previewed(one, 'annual')
    const stale = [409, 'subscription/preview-stale']
    expect(problemOf(await change(other, shown))).toEqual(stale)
    expect(problemOf(await change(one, { ...shown, id: `${shown.id}x` }))).toEqual(stale)
    expect(problemOf(await change(one, { ...shown, id: 'made-up' }))).toEqual(stale)
    expect(problemOf(await change({ ...other, url: one.url }, shown))).toEqual([
      404,
      'subscription/not-found',
    ])
    expect(shown.id.length).toBeLessThanOrEqual(255)
  })

  test('is refused for what cannot be changed', async () => {
    const refused = [409, 'subscription/not-changeable']
    const present = await subscriber('monthly')
    expect(problemOf(await preview(present, 'monthly'))).toEqual(refused)
    expect(problemOf(await preview(present, 'weekly'))).toEqual([422, 'request/invalid'])
    const shown = await previewed(present, 'annual')
    await shop.delete(present.url, { as: present.as })
    expect(problemOf(await preview(present, 'annual'))).toEqual(refused)
    expect(problemOf(await change(present, shown))).toEqual(refused)

    const late = await subscriber('monthly', { inTrial: true })
    await payWith(late, declining)
    await shop.stripe.subscriptions.update(late.stripeId, { trial_end: 'now' })
    expect(problemOf(await preview(late, 'annual'))).toEqual(refused)

    await shop.stripe.subscriptions.cancel(late.stripeId)
    expect(problemOf(await preview(late, 'annual'))).toEqual([409, 'subscription/ended'])
    expect(problemOf(await preview({ ...late, as: somebody() }, 'annual'))).toEqual([
      404,
      'subscription/not-found',
    ])
  })
})

describe('a change of plan', () => {
  test('is refused while the account is being deleted', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    const { uid = '', email = '' } = person.as
    const user = await ensureUser(shop.db, { authUid: uid, email: email!, emailVerified: true })
    await markLeaving(shop.db, user!.id, new Date(Date.now() + ahead))
    expect(problemOf(await change(person, shown))).toEqual([409, 'account/leaving'])
    await markLeaving(shop.db, user!.id, null)
    expect((await change(person, shown)).statusCode).toBe(200)
  })

  test('leaves no live subscription when the account is deleted meanwhile', async () => {
    for (const after of [0, 100, 200, 300, 400]) {
      const person = await subscriber('annual')
      const shown = await previewed(person, 'monthly')
      await shop.outage({ latency: 40 })
      const changing = change(person, shown)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
      expect([200, 401, 404, 409]).toContain((await changing).statusCode)
      await shop.outage({})
      expect((await atProvider(person))[1].status).toBe('canceled')
    }
  }, 60_000)

  test('is answered 503 while the provider is down, and changes nothing', async () => {
    const person = await subscriber('monthly')
    const [shown, key] = [await previewed(person, 'annual'), freshKey()]
    await shop.outage({ status: 503 })
    const answers = [await preview(person, 'annual'), await change(person, shown, key)]
    await shop.outage({})
    expect(answers.map(problemOf)).toEqual([
      [503, 'payment/unavailable'],
      [503, 'payment/unavailable'],
    ])
    expect((await change(person, shown, key)).statusCode).toBe(200)
  })

  test('needs an Idempotency-Key', async () => {
    const person = await subscriber('monthly')
    const { id, productId } = await previewed(person, 'annual')
    const answer = await shop.post(
      `${person.url}/change`,
      { productId, previewId: id },
      { as: person.as },
    )
    expect(problemOf(answer)).toEqual([400, 'idempotency/key-required'])
  })

  test('is made by one of several processes that share the database', async () => {
    const person = await subscriber('monthly')
    const shown = await previewed(person, 'annual')
    const other = await startApi({ parts: { database: shop.database, stripe: shop.stripe } })
    const body = { productId: 'annual', previewId: shown.id }
    const send = (api: Pick<Shop, 'post'>) =>
      api.post(`${person.url}/change`, body, {
        as: person.as,
        headers: { 'idempotency-key': freshKey() },
      })
    const answers = await Promise.all([send(shop), send(other)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await invoicesOf(person)).toHaveLength(2)
    await other.stop()
  })
})
