import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { seededRandom } from '#tests/support/seeded-random.ts'
import { somebody, startTimeout } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

/** `PROOF=full`, or a sample. */
const isFull = process.env['PROOF'] === 'full'
const deliveries = isFull ? 1000 : 120
const people = isFull ? 50 : 6
const seed = Number(process.env['PROOF_SEED'] ?? 20_261)
const timeout = isFull ? 600_000 : startTimeout

let shop: Shop
beforeAll(async () => {
  shop = await startShop({
    environment: { RATE_LIMIT_USER_PER_MINUTE: '1000000', RATE_LIMIT_PUBLIC_PER_MINUTE: '1000000' },
  })
})
afterAll(() => shop.stop())

type Delivery = {
  readonly event: Stripe.Event
  readonly forged: null | 'secret' | 'body' | 'old' | 'unsigned'
}

const post = async ({ event, forged }: Delivery): Promise<number> => {
  const payload = JSON.stringify(event)
  const { webhookSecret } = shop.settings.stripe
  const secret = forged === 'secret' ? 'whsec_guessed' : webhookSecret
  const timestamp = Math.floor(Date.now() / 1000) - (forged === 'old' ? 3600 : 0)
  const signature = shop.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const body = forged === 'body' ? payload.replace('"livemode":false', '"livemode":true') : payload
  const answer = await shop.post(routes.webhooks, body, {
    headers: {
      'content-type': 'application/json',
      ...(forged === 'unsigned' ? {} : { 'stripe-signature': signature }),
    },
  })
  return answer.statusCode
}

/** Newest first. */
const paidCharges = async (customer: string): Promise<readonly Stripe.Charge[]> =>
  (await shop.stripe.charges.list({ customer, limit: 100 })).data.filter(({ paid }) => paid)

/** Changes a subscription at the provider, without the API. */
const change = async (id: string, turn: number): Promise<void> => {
  const { stripe } = shop
  const { status, metadata, items, customer } = await stripe.subscriptions.retrieve(id)
  if (turn > 7) {
    const [charge] = await paidCharges(String(customer))
    if (charge?.refunded === false)
      await stripe.refunds.create({ charge: charge.id, ...(turn === 8 && { amount: 1 }) })
  }
  if (status === 'canceled') return
  if (turn === 7) await stripe.subscriptions.update(id, { trial_end: 'now' })
  else if (turn === 0) await stripe.subscriptions.cancel(id)
  else if (turn < 5) await stripe.subscriptions.update(id, { cancel_at_period_end: turn % 2 === 0 })
  else if (turn < 7)
    await stripe.subscriptions.update(id, {
      items: items.data.map((item) => ({
        id: item.id,
        price: `price_sandbox_${turn === 5 ? 'monthly' : 'annual'}`,
      })),
    })
  else await stripe.subscriptions.update(id, { metadata: { ...metadata, note: String(turn) } })
}

test(
  `${deliveries} events, some late, duplicate or forged, leave the same state as at the provider`,
  async () => {
    const random = seededRandom(seed)
    const subscribers: TokenClaims[] = []
    for (let person = 0; person < people; person += 1) {
      const as = somebody()
      const answer = await shop.order(as, {
        ...(await shop.takeCard(as)),
        productId: random.pick(['annual', 'monthly']),
      })
      expect(answer.statusCode).toBe(201)
      subscribers.push(as)
    }
    const ids = (await shop.stripe.subscriptions.list({ status: 'all', limit: 100 })).data.map(
      ({ id }) => id,
    )

    const seen = new Set<string>()
    const history: Stripe.Event[] = []
    let late: Delivery[] = []
    const counts = { sent: 0, duplicates: 0, forgeries: 0 }
    const send = async (batch: readonly Delivery[]) => {
      const statuses = await Promise.all(batch.map(post))
      for (const [index, { forged }] of batch.entries()) {
        expect(statuses[index]).toBe(forged === null ? 200 : 400)
        counts.forgeries += forged === null ? 0 : 1
      }
      counts.sent += batch.length
    }

    while (counts.sent + late.length < deliveries) {
      for (let changes = 0; changes < 6; changes += 1)
        await change(random.pick(ids), random.below(10))
      for await (const event of shop.stripe.events.list({ limit: 100 })) {
        if (seen.has(event.id)) break
        seen.add(event.id)
        history.push(event)
        late.push({ event, forged: null })
      }
      for (let extra = 0; extra < 8; extra += 1) {
        const forged = random.chance(0.5)
          ? random.pick(['secret', 'body', 'old', 'unsigned'] as const)
          : null
        counts.duplicates += forged === null ? 1 : 0
        late.push({ event: random.pick(history), forged })
      }
      const mixed = random.shuffled(late)
      // Some are delayed, to arrive after newer ones.
      const now = mixed.length >> 1
      late = mixed.slice(now)
      for (let from = 0; from < now; from += 8)
        await send(mixed.slice(from, Math.min(from + 8, now)))
    }
    for (let from = 0; from < late.length; from += 8) await send(late.slice(from, from + 8))

    let refunded = 0
    for (const as of subscribers) {
      const [truth] = await shop.subscriptionsOf(as)
      const { subscription } = (await shop.get('/api/v1/me', { as })).json().data
      expect(subscription).toMatchObject({
        productId: truth!.items.data[0]!.price.lookup_key,
        status: truth!.status,
        cancelAtPeriodEnd: truth!.cancel_at_period_end,
        currentPeriodEnd: new Date(truth!.items.data[0]!.current_period_end * 1000).toISOString(),
        price: { amount: truth!.items.data[0]!.price.unit_amount },
      })
      const [newest] = await paidCharges(String(truth!.customer))
      const { subscriber } = (await shop.get(routes.offers, { as })).json().data
      const { refunded_at: refundedAt } = subscriber.subscriptions[subscription.productId]
      expect(refundedAt !== null).toBe(newest?.refunded === true)
      refunded += refundedAt === null ? 0 : 1
    }
    if (isFull)
      console.log(
        `seed ${seed}: ${JSON.stringify({ ...counts, events: history.length, subscriptions: ids.length })}`,
      )
    expect(refunded).toBeGreaterThan(0)
    expect(counts.sent).toBeGreaterThanOrEqual(deliveries)
  },
  timeout,
)
