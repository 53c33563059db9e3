import { setTimeout as pause } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ensureUser, markLeaving, unmark } from '#admin-api/data/users.ts'
import { createStripe } from '#admin-api/payments/stripe-client.ts'
import { syncSubscription } from '#admin-api/payments/sync-subscription.ts'
import { identityOf, startApi } from './support/harness.ts'
import { askingBank, problemOf, startPlanShop } from './support/plan-shop.ts'
import type { Person, PlanShop } from './support/plan-shop.ts'
import { agreement, freshKey } from './support/shop.ts'

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

describe('a change of plan', () => {
  test('charges once, however often its request is sent, concurrently or later', async () => {
    const person = await shop.subscriber('monthly')
    const [shown, key] = [await shop.previewed(person, 'annual'), freshKey()]
    const raced = await Promise.all([1, 2, 3, 4].map(() => shop.change(person, shown, key)))
    for (const answer of raced) expect([200, 409]).toContain(answer.statusCode)
    expect(raced.map(({ statusCode }) => statusCode)).toContain(200)
    expect(problemOf(await shop.change(person, shown, key))).toEqual([200, undefined])
    expect(problemOf(await shop.change(person, shown))).toEqual([200, undefined])
    expect(await shop.invoicesOf(person)).toHaveLength(2)
    expect(await shop.subscriptionsOf(person.as)).toHaveLength(1)
  })

  test('succeeds without a second charge if the provider already has the new plan', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    const [, subscription] = await shop.atProvider(person)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: [{ id: subscription.items.data[0]?.id ?? '', price: 'price_sandbox_annual' }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    expect((await shop.change(person, shown)).json().data).toMatchObject({ productId: 'annual' })
    expect(await shop.invoicesOf(person)).toHaveLength(2)
  })

  test('is refused while the account is being deleted', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    const user = await ensureUser(shop.db, identityOf(person.as))
    const leavingAt = new Date()
    await markLeaving(shop.db, user!.id, leavingAt)
    expect(problemOf(await shop.change(person, shown))).toEqual([409, 'account/leaving'])
    await unmark(shop.db, user!.id, { leavingAt, erasingAt: null })
    expect((await shop.change(person, shown)).statusCode).toBe(200)
  })

  test('leaves no live subscription when the account is deleted during its request', async () => {
    for (const after of [0, 100, 200, 300, 400]) {
      const person = await shop.subscriber('annual')
      const shown = await shop.previewed(person, 'monthly')
      await shop.outage({ latency: 40 })
      const changing = shop.change(person, shown)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
      expect([200, 401, 404, 409]).toContain((await changing).statusCode)
      await shop.outage({})
      expect((await shop.atProvider(person))[1].status).toBe('canceled')
    }
  })

  test('that has been charged is confirmed to the user before their account is deleted', async () => {
    const person = await shop.subscriber('monthly')
    const { id: previewId } = await shop.previewed(person, 'annual')
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const update = stripe.subscriptions.update.bind(stripe.subscriptions)
    let deleting: ReturnType<PlanShop['delete']> | undefined
    stripe.subscriptions.update = (async (...given: Parameters<typeof update>) => {
      const changed = await update(...given)
      deleting = shop.delete('/api/v1/me', { as: person.as })
      await Promise.race([deleting, pause(1500)])
      return changed
    }) as typeof update
    const api = await startApi({ parts: { database: shop.database, stripe } })
    const changed = await api.post(
      `${person.url}/change`,
      { productId: 'annual', previewId },
      { as: person.as, headers: { 'idempotency-key': freshKey() } },
    )
    expect(problemOf(changed)).toEqual([200, undefined])
    expect((await deleting)?.statusCode).toBe(204)
    expect((await shop.atProvider(person))[1].status).toBe('canceled')
    await api.stop()
  })

  test('returns 503 while the provider is down, and changes nothing', async () => {
    const person = await shop.subscriber('monthly')
    const [shown, key] = [await shop.previewed(person, 'annual'), freshKey()]
    await shop.outage({ status: 503 })
    const answers = [await shop.preview(person, 'annual'), await shop.change(person, shown, key)]
    await shop.outage({})
    expect(answers.map(problemOf)).toEqual([
      [503, 'payment/unavailable'],
      [503, 'payment/unavailable'],
    ])
    expect((await shop.change(person, shown, key)).statusCode).toBe(200)
  })

  test('needs an Idempotency-Key', async () => {
    const person = await shop.subscriber('monthly')
    const { id, productId } = await shop.previewed(person, 'annual')
    const answer = await shop.post(
      `${person.url}/change`,
      { productId, previewId: id },
      { as: person.as },
    )
    expect(problemOf(answer)).toEqual([400, 'idempotency/key-required'])
  })

  test('takes effect only once when two processes receive it at the same time', async () => {
    const person = await shop.subscriber('monthly')
    const shown = await shop.previewed(person, 'annual')
    const other = await startApi({ parts: { database: shop.database, stripe: shop.stripe } })
    const body = { productId: 'annual', previewId: shown.id }
    const send = (api: Pick<PlanShop, 'post'>) =>
      api.post(`${person.url}/change`, body, {
        as: person.as,
        headers: { 'idempotency-key': freshKey() },
      })
    const answers = await Promise.all([send(shop), send(other)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await shop.invoicesOf(person)).toHaveLength(2)
    await other.stop()
  })
})

describe('the request after an interrupted change of plan', () => {
  /** An API on the same database that does not receive the provider's answer. */
  const cutOff = async (cut: (stripe: Stripe) => void) => {
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    cut(stripe)
    const api = await startApi({ parts: { database: shop.database, stripe } })
    return {
      change: ({ as, url }: Person, previewId: string, productId: string, key: string) =>
        api.post(
          `${url}/change`,
          { productId, previewId },
          { as, headers: { 'idempotency-key': key } },
        ),
      stop: api.stop,
    }
  }
  const lost = () => new Stripe.errors.StripeConnectionError({ message: 'Cut off.' } as never)

  test.each([
    ['the card was charged', 'pm_card_mastercard', [200, undefined], 2],
    ['the bank wants the payment confirmed', askingBank, [402, 'payment/requires-action'], 1],
  ])('starts no second payment when %s', async (_what, card, next, paid) => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, card)
    const [shown, key] = [await shop.previewed(person, 'annual'), freshKey()]
    const api = await cutOff(({ subscriptions }) => {
      const update = subscriptions.update.bind(subscriptions)
      subscriptions.update = (async (...parameters: Parameters<typeof update>) => {
        await update(...parameters)
        throw lost()
      }) as typeof update
    })
    expect(problemOf(await api.change(person, shown.id, 'annual', key))).toEqual([
      503,
      'payment/unavailable',
    ])
    expect(problemOf(await shop.change(person, shown, key))).toEqual(next)
    expect(await shop.invoicesOf(person)).toHaveLength(2)
    expect(await shop.invoicesOf(person, 'paid')).toHaveLength(paid)
    await api.stop()
  })

  test('completes a schedule that the interrupted request created without its phases', async () => {
    const person = await shop.subscriber('annual')
    const [shown, key] = [await shop.previewed(person, 'monthly'), freshKey()]
    const api = await cutOff(({ subscriptionSchedules }) => {
      subscriptionSchedules.update = (() => Promise.reject(lost())) as never
    })
    expect((await api.change(person, shown.id, 'monthly', key)).statusCode).toBe(503)
    expect((await shop.current(person)).pendingChange).toBeNull()
    expect((await shop.change(person, shown, key)).json().data).toMatchObject({
      pendingChange: { productId: 'monthly' },
    })
    await api.stop()
  })
})

describe('a request that a webhook overtakes', () => {
  /** An API where a webhook reads and stores a subscription right before each update of it. */
  const overtaken = async () => {
    const stripe = createStripe({ ...shop.settings.stripe, apiBase: shop.paymentsUrl })
    const update = stripe.subscriptions.update.bind(stripe.subscriptions)
    stripe.subscriptions.update = (async (...[id, ...rest]: Parameters<typeof update>) => {
      await syncSubscription({ db: shop.db, stripe: shop.stripe, graceDays: 7 }, id)
      return update(id, ...rest)
    }) as typeof update
    return startApi({ parts: { database: shop.database, stripe } })
  }

  test('still changes the plan and keeps the consent', async () => {
    const person = await shop.subscriber('monthly')
    const { id: previewId } = await shop.previewed(person, 'annual')
    const api = await overtaken()
    const answer = await api.post(
      `${person.url}/change`,
      { productId: 'annual', previewId, consent: agreement },
      { as: person.as, headers: { 'idempotency-key': freshKey() } },
    )
    expect(problemOf(answer)).toEqual([200, undefined])
    expect(await shop.current(person)).toMatchObject({
      productId: 'annual',
      changeConsents: [agreement],
    })
    expect(await shop.changesTold(person)).toHaveLength(1)
    await api.stop()
  })

  test('still cancels the subscription', async () => {
    const person = await shop.subscriber('monthly')
    const api = await overtaken()
    const answer = await api.delete(person.url, { as: person.as })
    expect(answer.json().data).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await shop.current(person)).toMatchObject({ cancelAtPeriodEnd: true })
    await api.stop()
  })

  test('still replaces the card', async () => {
    const person = await shop.subscriber('monthly')
    const card = await shop.takeCard(person.as, 'pm_card_mastercard')
    const api = await overtaken()
    const answer = await api.put(`${person.url}/payment_method`, card, {
      as: person.as,
      headers: { 'idempotency-key': freshKey() },
    })
    expect(answer.json().data).toMatchObject({ paymentMethod: { brand: 'Mastercard' } })
    await api.stop()
  })
})

describe('concurrent requests', () => {
  test('to change the plan, each with its own preview, charge only once', async () => {
    const person = await shop.subscriber('monthly')
    const [one, other] = [
      await shop.previewed(person, 'annual'),
      await shop.previewed(person, 'annual'),
    ]
    const answers = await Promise.all([shop.change(person, one), shop.change(person, other)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect((await shop.change(person, other)).statusCode).toBe(200)
    expect(await shop.invoicesOf(person)).toHaveLength(2)
  })

  test('for a change that the bank wants confirmed leave only one payment to confirm', async () => {
    const person = await shop.subscriber('monthly')
    await shop.payWith(person, askingBank)
    const shown = await shop.previewed(person, 'annual')
    await Promise.all([1, 2, 3].map(() => shop.change(person, shown)))
    const answer = await shop.change(person, shown)
    expect(problemOf(answer)).toEqual([402, 'payment/requires-action'])
    expect(await shop.invoicesOf(person, 'open')).toHaveLength(1)
    await shop.authenticate(answer.json().clientSecret, true)
    expect((await shop.change(person, shown)).statusCode).toBe(200)
    expect(await shop.invoicesOf(person, 'paid')).toHaveLength(2)
  })

  test('to change the plan and to cancel it leave it either changed or cancelled, not both', async () => {
    await shop.outage({ latency: 20 })
    for (const after of [0, 60, 120, 180]) {
      const person = await shop.subscriber('annual')
      const shown = await shop.previewed(person, 'monthly')
      const changing = shop.change(person, shown)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      const cancelled = await shop.delete(person.url, { as: person.as })
      const statuses = [cancelled.statusCode, (await changing).statusCode]
      expect(statuses).toContain(200)
      for (const status of statuses) expect([200, 409]).toContain(status)
      const [, subscription] = await shop.atProvider(person)
      const isScheduled = subscription.schedule !== null
      expect(subscription.cancel_at_period_end).toBe(!isScheduled)
    }
  })
})
