import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#tests/support/listen.ts'
import type { Listening } from '#tests/support/listen.ts'
import { failureOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

interface Delivery {
  type: string
  status: string
  attempts: { status: number | null; error: string | null }[]
}

describe('webhooks of the payments sandbox', () => {
  let receiver: Listening
  let received: { headers: IncomingHttpHeaders; body: string }[]
  let statuses: number[]
  let url: string
  let payments: Running

  beforeEach(async () => {
    received = []
    statuses = []
    receiver = await listen((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8')
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(statuses.shift() ?? 200).end()
      })
    })
    url = `${receiver.url}/hooks`
    payments = await startPayments({
      webhookUrl: url,
      webhookSecret: 'whsec_test',
      webhookRetryAfter: 5,
    })
  })

  afterEach(async () => {
    await payments.close()
    await receiver.close()
  })

  const deliveries = async () =>
    (await payments.get<{ deliveries: Delivery[] }>('/_sandbox/webhooks')).deliveries

  test('are signed so that the stripe package accepts them', async () => {
    const customer = await payments.stripe.customers.create({ email: 'é@example.com' })
    await expect.poll(() => received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const event = payments.stripe.webhooks.constructEvent(
      body,
      String(headers['stripe-signature']),
      'whsec_test',
    )
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } })
    expect(() =>
      payments.stripe.webhooks.constructEvent(
        body,
        String(headers['stripe-signature']),
        'whsec_other',
      ),
    ).toThrow('signature')
    expect(await payments.stripe.events.retrieve(event.id)).toMatchObject({
      id: event.id,
      type: 'customer.created',
    })
  })

  test("are signed with the real time even when the sandbox's clock is ahead", async () => {
    await payments.advance(90 * 86_400)
    await payments.stripe.customers.create({})
    await expect.poll(() => received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(
      payments.stripe.webhooks.constructEvent(
        body,
        String(headers['stripe-signature']),
        'whsec_test',
      ).type,
    ).toBe('customer.created')
  })

  test('are sent again until the receiver accepts them', async () => {
    statuses = [500, 503]
    await payments.stripe.customers.create({})
    await expect.poll(async () => (await deliveries())[0]?.status).toBe('delivered')
    expect((await deliveries())[0]?.attempts.map(({ status }) => status)).toEqual([500, 503, 200])
    expect(new Set(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(
      1,
    )
  })

  test('also go to endpoints registered through the API, for the events enabled there', async () => {
    const made = await payments.stripe.webhookEndpoints.create({
      url: `${url}/more`,
      enabled_events: ['product.created'],
    })
    expect(made.secret).toMatch(/^whsec_/)
    expect(
      (await payments.stripe.webhookEndpoints.list()).data.every(
        (each) => each.secret === undefined,
      ),
    ).toBe(true)
    await payments.stripe.products.create({ name: 'Seen by both' })
    await payments.stripe.customers.create({})
    await expect
      .poll(async () => (await deliveries()).filter(({ status }) => status === 'delivered').length)
      .toBe(3)
    await payments.stripe.webhookEndpoints.del(made.id)
    expect(await failureOf(payments.stripe.webhookEndpoints.retrieve(made.id))).toMatchObject({
      statusCode: 404,
    })
  })

  test('can be sent twice on request, as Stripe sometimes does by itself', async () => {
    await payments.stripe.customers.create({})
    await expect.poll(() => received.length).toBe(1)
    const [event] = (await payments.stripe.events.list()).data
    expect((await payments.post('/_sandbox/webhooks/resend', { event: event?.id })).status).toBe(
      200,
    )
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.body).toContain(event?.id)
  })

  test('that were pending at a stop are delivered after the restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payments-'))
    const dataFile = join(folder, 'payments.json')
    const options = {
      dataFile,
      webhookUrl: url,
      webhookSecret: 'whsec_test',
      webhookRetryAfter: 60_000,
    }
    try {
      statuses = [500]
      const first = await startPayments(options)
      const customer = await first.stripe.customers.create({})
      await expect.poll(() => received.length).toBe(1)
      await first.close()
      const second = await startPayments({ ...options, now: () => Date.now() + 60_000 })
      await expect.poll(() => received.length).toBe(2)
      expect(received[1]?.body).toContain(customer.id)
      await second.close()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
