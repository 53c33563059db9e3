import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTokenVerifier } from '#admin-api/auth/verify-token.ts'
import { notices } from '#admin-api/data/schema.ts'
import { ensureUser, markLeaving } from '#admin-api/data/users.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { listen } from '#tests/support/listen.ts'
import { somebody, startApi, testSettings } from './support/harness.ts'
import type { Api } from './support/harness.ts'
import { freshKey, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

const declining = 'pm_card_chargeCustomerFail'
const DAY = 24 * 60 * 60 * 1000
const annual = { amount: 8999, currency: 'usd' }

/** Of the API's clock; the sandbox has its own. */
let ahead = 0
let shop: Shop
beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead)
  const verifyToken = createTokenVerifier({ ...testSettings().identity, now: clock })
  shop = await startShop({ parts: { clock, verifyToken } })
})
afterEach(async () => {
  ahead = 0
  await shop.outage({})
})
afterAll(() => shop.stop())

type Person = Awaited<ReturnType<typeof subscriber>>
type Problem = { readonly statusCode: number; json(): { readonly code?: string } }

const problemOf = (answer: Problem) => [answer.statusCode, answer.json().code]

const current = async ({ as }: { as: TokenClaims }) =>
  (await shop.get('/api/v1/me', { as: now(as) })).json().data.subscription

const eventsOf = async (...ids: readonly string[]): Promise<Stripe.Event[]> => {
  const { data } = await shop.stripe.events.list({ limit: 100 })
  return data
    .filter(({ data: { object } }) => ids.some((id) => JSON.stringify(object).includes(id)))
    .toReversed()
}

const tell = async ({ stripeId, customer }: { stripeId: string; customer: string }) => {
  for (const event of await eventsOf(stripeId, customer)) await shop.deliver(event)
}

/** With a paid plan, unless it is to stay in its trial. */
const subscriber = async (productId = 'annual', { inTrial = false } = {}) => {
  const as = somebody()
  const order = await shop.order(as, { productId, ...(await shop.takeCard(as)) })
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

/** Signed in a minute ago, by the API's clock. */
const now = (as: TokenClaims): TokenClaims => ({
  signedInAgo: 60 - ahead / 1000,
  expiresIn: 3600 + ahead / 1000,
  ...as,
})

const withdraw = ({ as, url }: Pick<Person, 'as' | 'url'>, key = freshKey(), api: Api = shop) =>
  api.post(`${url}/withdraw`, {}, { as: now(as), headers: { 'idempotency-key': key } })

const withdrawn = async (person: Person) => {
  const answer = await withdraw(person)
  expect(problemOf(answer)).toEqual([200, undefined])
  return answer.json().data
}

const chargesOf = async ({ customer }: Person) =>
  (await shop.stripe.charges.list({ customer, limit: 100 })).data.filter(({ paid }) => paid)

const refundsOf = async (person: Person) => {
  const charges = await chargesOf(person)
  const lists = charges.map(({ id }) => shop.stripe.refunds.list({ charge: id, limit: 100 }))
  return (await Promise.all(lists)).flatMap(({ data }) => data)
}

const statusOf = async ({ stripeId }: Person) =>
  (await shop.stripe.subscriptions.retrieve(stripeId)).status

const bought = async ({ as }: Person) =>
  (await shop.get(routes.offers, { as })).json().data.subscriber

const causesOf = async (person: Person) => {
  const { id } = (await shop.get('/api/v1/me', { as: person.as })).json().data
  const found = await shop.db.select().from(notices).where(eq(notices.userId, id))
  return found.map(({ cause }) => cause)
}

const control = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await fetch(`${shop.paymentsUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as { id: string }
}

const failPayment = async (person: Person) => {
  const { id } = await shop.stripe.paymentMethods.attach(declining, { customer: person.customer })
  await shop.stripe.subscriptions.update(person.stripeId, { default_payment_method: id })
}

describe('a withdrawal', () => {
  test('ends the subscription at once and refunds what was charged', async () => {
    const person = await subscriber()
    const { subscription, refunded } = await withdrawn(person)
    expect(refunded).toEqual(annual)
    expect(subscription).toMatchObject({ id: person.id, status: 'canceled' })
    expect(subscription.withdrawableUntil).toBeNull()
    expect(await current(person)).toEqual(subscription)
    expect(await statusOf(person)).toBe('canceled')
    expect((await refundsOf(person)).map(({ amount }) => amount)).toEqual([8999])
  })

  test('is possible for 14 days from the first charge', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    const { withdrawableUntil } = await current(person)
    const firstCharge = charge!.created * 1000
    expect(Date.parse(withdrawableUntil) - firstCharge).toBe(14 * DAY)

    ahead = 14 * DAY + 60_000
    expect((await current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await statusOf(person)).toBe('active')
    ahead = 14 * DAY - 60_000
    expect((await current(person)).withdrawableUntil).toBe(withdrawableUntil)
    expect((await withdrawn(person)).refunded).toEqual(annual)
  })

  test('is refused in the trial: nothing was charged', async () => {
    const person = await subscriber('annual', { inTrial: true })
    expect((await current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await statusOf(person)).toBe('trialing')
    await shop.stripe.subscriptions.cancel(person.stripeId)
    await tell(person)
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
  })

  test('answers the same when it is repeated, even when the time is over', async () => {
    const person = await subscriber()
    const key = freshKey()
    const first = await withdraw(person, key)
    ahead = 15 * DAY
    const repeated = [await withdraw(person, key), await withdraw(person)]
    expect(repeated.map((answer) => answer.json())).toEqual([first.json(), first.json()])
    expect(await refundsOf(person)).toHaveLength(1)
  })

  test('refunds every charge, and gives up what is pending', async () => {
    const person = await subscriber('monthly')
    const change = async (productId: string) => {
      const { as, url } = person
      const shown = (await shop.post(`${url}/change_preview`, { productId }, { as })).json().data
      const order = { productId, previewId: shown.id }
      const headers = { 'idempotency-key': freshKey() }
      expect((await shop.post(`${url}/change`, order, { as, headers })).statusCode).toBe(200)
    }
    await change('annual')
    await change('monthly')
    const charged = (await chargesOf(person)).reduce((sum, { amount }) => sum + amount, 0)
    const { subscription, refunded } = await withdrawn(person)
    expect(refunded).toEqual({ amount: charged, currency: 'usd' })
    expect(subscription).toMatchObject({ status: 'canceled', pendingChange: null })
    const charges = await chargesOf(person)
    expect(charges).toHaveLength(2)
    expect(charges.every((charge) => charge.refunded)).toBe(true)
    expect((await shop.stripe.subscriptions.retrieve(person.stripeId)).schedule).toBeNull()
  })

  test('refunds what is left of a charge', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    expect((await withdrawn(person)).refunded).toEqual(annual)
    expect((await refundsOf(person)).map(({ amount }) => amount).toSorted()).toEqual([1000, 7999])
  })

  test('voids an open invoice, so that nothing is charged later', async () => {
    const person = await subscriber('monthly')
    await failPayment(person)
    await shop.stripe.subscriptions.update(person.stripeId, {
      items: (await shop.stripe.subscriptions.retrieve(person.stripeId)).items.data.map(
        ({ id }) => ({ id, price: 'price_sandbox_annual' }),
      ),
      proration_behavior: 'always_invoice',
    })
    await tell(person)
    expect((await current(person)).status).toBe('past_due')
    const { subscription } = await withdrawn(person)
    expect(subscription).toMatchObject({ status: 'canceled', openInvoice: null })
    const invoices = await shop.stripe.invoices.list({ subscription: person.stripeId })
    expect(invoices.data.map(({ status }) => status)).not.toContain('open')
    const kinds = (await causesOf(person)).map(({ kind }) => kind)
    expect(kinds).toContain('refunded')
    expect(kinds).not.toContain('ended-unpaid')
  })

  test('is possible after a cancellation, and after the end', async () => {
    const leaver = await subscriber()
    await shop.delete(leaver.url, { as: leaver.as })
    expect((await withdrawn(leaver)).refunded).toEqual(annual)

    const former = await subscriber()
    await shop.stripe.subscriptions.cancel(former.stripeId)
    await tell(former)
    expect(await current(former)).toMatchObject({
      status: 'canceled',
      withdrawableUntil: expect.any(String),
    })
    expect((await withdrawn(former)).refunded).toEqual(annual)
  })

  test('is for the owner, who signed in within 5 minutes', async () => {
    const person = await subscriber()
    const late = await withdraw({ ...person, as: { ...person.as, signedInAgo: 6 * 60 } })
    expect(problemOf(late)).toEqual([403, 'auth/requires-recent-login'])
    const notFound = [404, 'subscription/not-found']
    expect(problemOf(await withdraw({ ...person, as: somebody() }))).toEqual(notFound)
    const nonsense = await withdraw({ ...person, url: `${routes.subscriptions}/nonsense` })
    expect(problemOf(nonsense)).toEqual(notFound)
    const keyless = await shop.post(`${person.url}/withdraw`, {}, { as: person.as })
    expect(problemOf(keyless)).toEqual([400, 'idempotency/key-required'])
    expect(await statusOf(person)).toBe('active')
  })
})

describe('what was refunded', () => {
  test('is told to the app: no access, and since when', async () => {
    const person = await subscriber()
    const before = (await bought(person)).subscriptions.annual
    expect(before).toMatchObject({ refunded_at: null, ownership_type: 'PURCHASED' })
    await withdrawn(person)
    const { entitlements, subscriptions } = await bought(person)
    const { refunded_at, expires_date } = subscriptions.annual
    expect(Date.parse(refunded_at)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(expires_date)).toBeLessThanOrEqual(Date.parse(refunded_at))
    expect(Date.parse(entitlements.coaching.expires_date)).toBeLessThanOrEqual(
      Date.parse(refunded_at),
    )
    expect(subscriptions.annual.ownership_type).toBe('PURCHASED')
  })

  test('is in the invoices', async () => {
    const person = await subscriber()
    const refunds = async () =>
      (await shop.get(`${person.url}/invoices`, { as: person.as }))
        .json()
        .data.map(({ refunded }: { refunded: unknown }) => refunded)
    expect(await refunds()).toEqual([null, null])
    const [charge] = await chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    expect(await refunds()).toEqual([{ amount: 1000, currency: 'usd' }, null])
    await withdrawn(person)
    expect(await refunds()).toEqual([annual, null])
  })

  test('is told in one mail, in place of the one about a cancellation', async () => {
    const person = await subscriber()
    await withdrawn(person)
    await tell(person)
    await withdraw(person)
    const causes = await causesOf(person)
    expect(causes.map(({ kind }) => kind).toSorted()).toEqual(['refunded', 'subscribed'])
    expect(causes.find(({ kind }) => kind === 'refunded')).toMatchObject({
      productId: 'annual',
      amount: annual,
      card: { brand: 'Visa', last4: expect.stringMatching(/^\d{4}$/) },
      hasEnded: true,
    })
  })
})

describe('a refund at the provider', () => {
  test('takes the access away once it is in full', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    await tell(person)
    expect((await bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await current(person)).withdrawableUntil).not.toBeNull()

    await shop.stripe.refunds.create({ charge: charge!.id })
    for (const event of (await eventsOf(charge!.id)).filter(({ type }) =>
      type.startsWith('charge.'),
    ))
      await shop.deliver(event)
    const { entitlements, subscriptions } = await bought(person)
    expect(subscriptions.annual.refunded_at).not.toBeNull()
    expect(Date.parse(entitlements.coaching.expires_date)).toBeLessThanOrEqual(Date.now())
    expect((await current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await causesOf(person)).toContainEqual(
      expect.objectContaining({ kind: 'refunded', amount: annual, hasEnded: false }),
    )
  })

  test('changes nothing wrongly when its events come late, twice or in another order', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    await shop.stripe.refunds.create({ charge: charge!.id, amount: 1000 })
    await shop.stripe.refunds.create({ charge: charge!.id })
    const events = await eventsOf(person.stripeId, charge!.id)
    const answers = await Promise.all(
      [...events.toReversed(), ...events].map((event) => shop.deliver(event)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await bought(person)).subscriptions.annual.refunded_at).not.toBeNull()
    expect((await causesOf(person)).filter(({ kind }) => kind === 'refunded')).toHaveLength(1)
  })

  test('of a charge that is not ours changes nothing', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
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
    expect((await bought(person)).subscriptions.annual.refunded_at).toBeNull()
  })
})

describe('a dispute', () => {
  const disputed = async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    const { id } = await control('disputes', { charge: charge!.id })
    const hear = async () => {
      for (const event of await eventsOf(id)) await shop.deliver(event)
    }
    await hear()
    return { person, decide: (status: string) => control(`disputes/${id}/close`, { status }), hear }
  }

  test('keeps the access while it is open, and leaves the money to the bank', async () => {
    const { person } = await disputed()
    expect((await bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await current(person)).withdrawableUntil).toBeNull()
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
    expect(await statusOf(person)).toBe('active')
  })

  test('that is lost counts as refunded, without a mail about a refund', async () => {
    const { person, decide, hear } = await disputed()
    await decide('lost')
    await hear()
    const { refunded_at, expires_date } = (await bought(person)).subscriptions.annual
    expect(Date.parse(expires_date)).toBeLessThanOrEqual(Date.parse(refunded_at))
    const [newest] = (await shop.get(`${person.url}/invoices`, { as: person.as })).json().data
    expect(newest.refunded).toEqual(annual)
    expect((await causesOf(person)).map(({ kind }) => kind)).not.toContain('refunded')
    await tell(person)
    await shop.stripe.subscriptions.update(person.stripeId, { metadata: { note: 'later' } })
    await tell(person)
    expect((await bought(person)).subscriptions.annual.refunded_at).toBe(refunded_at)
  })

  test('that is won keeps the access', async () => {
    const { person, decide, hear } = await disputed()
    await decide('won')
    await hear()
    expect((await bought(person)).subscriptions.annual.refunded_at).toBeNull()
    expect((await current(person)).status).toBe('active')
  })
})

/**
 * Passes requests on to the sandbox unless `refuse` has a status for them. Failures with 500 are
 * remembered for their idempotency key.
 */
const startPassage = async () => {
  const failed = new Set<string>()
  let refuse: (call: string) => number | null = () => null
  const pass = async (call: string, request: IncomingMessage): Promise<Response> => {
    const { host: _host, connection: _connection, ...headers } = request.headers
    const body = await buffer(request)
    const key = String(headers['idempotency-key'] ?? '')
    const isRemembered = failed.has(key)
    const status = isRemembered ? 500 : refuse(call)
    if (status !== null) {
      if (status === 500 && key !== '') failed.add(key)
      return Response.json(
        { error: { type: 'api_error', message: 'Down.' } },
        { status, headers: isRemembered ? { 'idempotent-replayed': 'true' } : {} },
      )
    }
    return fetch(`${shop.paymentsUrl}${request.url}`, {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
  }
  const passage = await listen(async (request, response) => {
    const answer = await pass(`${request.method} ${request.url}`, request)
    const replayed = answer.headers.get('idempotent-replayed')
    response
      .writeHead(answer.status, {
        'content-type': 'application/json',
        ...(replayed !== null && { 'idempotent-replayed': replayed }),
      })
      .end(await answer.text())
  })
  const api = await startApi({
    environment: { STRIPE_API_BASE: passage.url, STRIPE_MAX_NETWORK_RETRIES: '0' },
    parts: { database: shop.database },
  })
  return {
    api,
    refuse: (when: (call: string) => number | null) => {
      refuse = when
    },
    stop: async () => {
      await api.stop()
      await passage.close()
    },
  }
}

describe('a withdrawal that is interrupted', () => {
  let passage: Awaited<ReturnType<typeof startPassage>>
  beforeAll(async () => {
    passage = await startPassage()
  })
  afterEach(() => passage.refuse(() => null))
  afterAll(() => passage.stop())

  test('is finished by the next request, whichever call the outage hit', async () => {
    const person = await subscriber()
    const calls: string[] = []
    passage.refuse((call) => {
      calls.push(call)
      return null
    })
    expect((await withdraw(person, freshKey(), passage.api)).statusCode).toBe(200)
    expect(calls.length).toBeGreaterThan(5)
    for (const failing of calls.keys()) {
      const other = await subscriber()
      const key = freshKey()
      let count = -1
      passage.refuse(() => {
        count += 1
        return count === failing ? 503 : null
      })
      const failed = await withdraw(other, key, passage.api)
      expect(problemOf(failed)).toEqual([503, 'payment/unavailable'])
      passage.refuse(() => null)
      const finished = await withdraw(other, key, passage.api)
      expect(problemOf(finished)).toEqual([200, undefined])
      expect(finished.json().data.refunded).toEqual(annual)
      expect(await refundsOf(other)).toHaveLength(1)
      expect(await statusOf(other)).toBe('canceled')
    }
  }, 120_000)

  test('is finished when the provider tells of its end, or by a late request', async () => {
    const told = await subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 503 : null))
    expect((await withdraw(told, freshKey(), passage.api)).statusCode).toBe(503)
    expect([await statusOf(told), await refundsOf(told)]).toEqual(['canceled', []])
    await tell(told)
    expect(await refundsOf(told)).toHaveLength(1)
    expect((await bought(told)).subscriptions.annual.refunded_at).not.toBeNull()

    const late = await subscriber()
    expect((await withdraw(late, freshKey(), passage.api)).statusCode).toBe(503)
    ahead = 20 * DAY
    expect((await withdrawn(late)).refunded).toEqual(annual)
  })

  test('promises nothing when it ended nothing: a later end refunds nothing', async () => {
    const person = await subscriber()
    passage.refuse((call) => (call.startsWith('DELETE /v1/subscriptions') ? 503 : null))
    expect((await withdraw(person, freshKey(), passage.api)).statusCode).toBe(503)
    expect(await statusOf(person)).toBe('active')
    passage.refuse(() => null)
    ahead = 40 * DAY
    await shop.stripe.subscriptions.cancel(person.stripeId)
    await tell(person)
    expect(await refundsOf(person)).toEqual([])
    expect(problemOf(await withdraw(person))).toEqual([409, 'subscription/withdrawal-over'])
  })

  test('is not held up by a failure that the provider remembers', async () => {
    const person = await subscriber()
    passage.refuse((call) => (call === 'POST /v1/refunds' ? 500 : null))
    for (const key of [freshKey(), freshKey()]) {
      const answer = await withdraw(person, key, passage.api)
      expect(problemOf(answer)).toEqual([503, 'payment/unavailable'])
    }
    passage.refuse(() => null)
    const answer = await withdraw(person, freshKey(), passage.api)
    expect(answer.json().data.refunded).toEqual(annual)
    expect(await refundsOf(person)).toHaveLength(1)
  })

  test('treats a charge that was refunded meanwhile as done', async () => {
    const person = await subscriber()
    const [charge] = await chargesOf(person)
    const refunding = { done: false }
    const { create } = shop.stripe.refunds
    shop.stripe.refunds.create = (async (...given: Parameters<typeof create>) => {
      if (!refunding.done) {
        refunding.done = true
        await create.call(shop.stripe.refunds, { charge: charge!.id })
      }
      return create.apply(shop.stripe.refunds, given)
    }) as typeof create
    try {
      expect((await withdrawn(person)).refunded).toEqual(annual)
    } finally {
      shop.stripe.refunds.create = create
    }
    expect(await refundsOf(person)).toHaveLength(1)
  })
})

describe('withdrawals at once', () => {
  test('refund once, in one process or in several', async () => {
    const person = await subscriber()
    const other = await startApi({ parts: { database: shop.database, stripe: shop.stripe } })
    const answers = await Promise.all(
      [shop, other, shop, other].map((api) => withdraw(person, freshKey(), api)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect(await refundsOf(person)).toHaveLength(1)
    expect((await withdrawn(person)).refunded).toEqual(annual)
    await other.stop()
  })

  test('wait for a change of the plan', async () => {
    const person = await subscriber('monthly')
    const { as, url } = person
    const shown = (await shop.post(`${url}/change_preview`, { productId: 'annual' }, { as })).json()
    const order = { productId: 'annual', previewId: shown.data.id }
    const headers = { 'idempotency-key': freshKey() }
    const [, answer] = await Promise.all([
      shop.post(`${url}/change`, order, { as, headers }),
      withdraw(person),
    ])
    expect([200, 409]).toContain(answer.statusCode)
    await withdrawn(person)
    expect((await chargesOf(person)).every(({ refunded }) => refunded)).toBe(true)
  })

  test('are refused while the account is being deleted', async () => {
    const person = await subscriber()
    const { uid = '', email = '' } = person.as
    const user = await ensureUser(shop.db, { authUid: uid, email: email!, emailVerified: true })
    await markLeaving(shop.db, user!.id, new Date())
    expect(problemOf(await withdraw(person))).toEqual([409, 'account/leaving'])
    await markLeaving(shop.db, user!.id, null)
    expect((await withdraw(person)).statusCode).toBe(200)
  })

  test('never end unrefunded when the account is deleted meanwhile', async () => {
    for (const after of [0, 100, 250, 400, 600]) {
      const person = await subscriber()
      await shop.outage({ latency: 30 })
      const withdrawing = withdraw(person)
      await new Promise((resolve) => {
        setTimeout(resolve, after)
      })
      expect((await shop.delete('/api/v1/me', { as: person.as })).statusCode).toBe(204)
      const { statusCode } = await withdrawing
      await shop.outage({})
      const [charge] = await chargesOf(person)
      expect(await statusOf(person)).toBe('canceled')
      // A 401 says nothing of what was done before the account was gone.
      const outcome = statusCode === 401 ? 401 : [statusCode, charge!.refunded]
      expect([401, [200, true], [404, false], [409, false]]).toContainEqual(outcome)
    }
  })
})
