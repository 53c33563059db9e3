import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from './support/plan-shop.ts'
import { annual, startRefundShop } from './support/refund-shop.ts'
import type { RefundShop } from './support/refund-shop.ts'

let shop: RefundShop
beforeAll(async () => {
  shop = await startRefundShop()
})
afterEach(() => shop.reset())
afterAll(() => shop.stop())

const control = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${shop.paymentsUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: string }
}

describe('a refund at the provider', () => {
  test('ends access once everything is refunded', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    await shop.tell(person)
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await shop.current(person)).withdrawableUntil).not.toBeNull()

    await shop.stripe.refunds.create({ charge: charge!.id })
    for (const event of (await shop.eventsOf(charge!.id)).filter(({ type }) =>
      type.startsWith('charge.'),
    ))
      await shop.deliver(event)
    const { entitlements, subscriptions } = await shop.bought(person)
    expect(subscriptions.annual.refunded_at).not.toBeNull()
    expect(Date.parse(entitlements.coaching.expires_date)).toBeLessThanOrEqual(Date.now())
    expect((await shop.current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await shop.causesOf(person)).toContainEqual(
      expect.objectContaining({ kind: 'refunded', amount: annual, hasEnded: false }),
    )
  })

  test('is recorded once when its events come late, twice or out of order', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    await shop.stripe.refunds.create({ charge: charge!.id })
    const events = await shop.eventsOf(person.stripeId, charge!.id)
    const answers = await Promise.all(
      [...events.toReversed(), ...events].map((event) => shop.deliver(event)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).not.toBeNull()
    expect((await shop.causesOf(person)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('of a charge that is not ours changes nothing, and neither does a dispute of it', async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id })
    const event = (await shop.events('charge.refunded'))[0]!
    const object = { ...event.data.object, id: 'ch_unknown', customer: 'cus_unknown' }
    const dispute = { object: 'dispute', id: 'du_unknown', charge: 'ch_unknown' }
    const foreign = [
      { ...event, id: 'evt_unknown_1', data: { object } },
      { ...event, id: 'evt_unknown_2', data: { object: { ...object, customer: null } } },
      { ...event, id: 'evt_unknown_3', type: 'charge.dispute.created', data: { object: dispute } },
      { ...event, id: 'evt_unknown_4', type: 'charge.dispute.closed', data: { object: dispute } },
    ] as unknown as readonly Stripe.Event[]
    for (const each of foreign) expect((await shop.deliver(each)).statusCode).toBe(200)
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).toBeNull()
  })
})

describe('a dispute', () => {
  const disputed = async () => {
    const person = await shop.subscriber()
    const [charge] = await shop.chargesOf(person)
    const { id } = await control('disputes', { charge: charge!.id })
    const hear = async () => {
      for (const event of await shop.eventsOf(id)) await shop.deliver(event)
    }
    await hear()
    return { person, decide: (status: string) => control(`disputes/${id}/close`, { status }), hear }
  }

  test('leaves access in place while it is undecided, but rules out a withdrawal', async () => {
    const { person } = await disputed()
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await shop.current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await shop.withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await shop.statusOf(person)).toBe('active')
  })

  test('that is lost counts as a refund, but no mail announces one', async () => {
    const { person, decide, hear } = await disputed()
    await decide('lost')
    await hear()
    const { refunded_at, expires_date } = (await shop.bought(person)).subscriptions.annual
    expect(Date.parse(expires_date)).toBeLessThanOrEqual(Date.parse(refunded_at))
    const [newest] = (await shop.get(`${person.url}/invoices`, { as: person.as })).json().data
    expect(newest.refunded).toEqual(annual)
    expect((await shop.causesOf(person)).map(({ kind }) => kind)).not.toContain('refunded')
    await shop.tell(person)
    await shop.stripe.subscriptions.update(person.stripeId, { metadata: { note: 'later' } })
    await shop.tell(person)
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).toBe(refunded_at)
  })

  test('that is won leaves access in place', async () => {
    const { person, decide, hear } = await disputed()
    await decide('won')
    await hear()
    expect((await shop.bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await shop.current(person)).status).toBe('active')
  })
})
