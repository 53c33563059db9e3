import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, startPayments } from './support.ts'
import type { Running } from './support.ts'

interface Delivery {
  type: string
  status: string
  attempts: { status: number | null; error: string | null }[]
}

describe('webhooks of the payments sandbox', () => {
  let receiver: Server
  let received: { headers: IncomingHttpHeaders; body: string }[]
  let statuses: number[]
  let url: string
  let payments: Running

  beforeEach(async () => {
    received = []
    statuses = []
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8')
      })
      request.on('end', () => {
        received.push({ headers: request.headers, body })
        response.writeHead(statuses.shift() ?? 200).end()
      })
    })
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve)
    })
    const address = receiver.address()
    url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/hooks` : ''
    payments = await startPayments({ webhookUrl: url, webhookSecret: 'whsec_test', webhookRetryAfter: 5 })
  })

  afterEach(async () => {
    await payments.close()
    receiver.closeAllConnections()
    receiver.close()
  })

  const deliveries = async () => (await payments.get<{ deliveries: Delivery[] }>('/_sandbox/webhooks')).deliveries

  test('are signed so that the stripe package accepts them', async () => {
    const customer = await payments.stripe.customers.create({ email: 'é@example.com' })
    await expect.poll(() => received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const event = payments.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_test')
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } })
    expect(() =>
      payments.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_other'),
    ).toThrow('signature')
    expect(await payments.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type: 'customer.created' })
  })

  test('are signed with the real time even when the sandbox\'s clock is ahead', async () => {
    await payments.advance(90 * 86_400)
    await payments.stripe.customers.create({})
    await expect.poll(() => received.length).toBe(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(payments.stripe.webhooks.constructEvent(body, String(headers['stripe-signature']), 'whsec_test').type).toBe(
      'customer.created',
    )
  })

  test('are sent again until the receiver takes them', async () => {
    statuses = [500, 503]
    await payments.stripe.customers.create({})
    await expect.poll(async () => (await deliveries())[0]?.status).toBe('delivered')
    expect((await deliveries())[0]?.attempts.map(({ status }) => status)).toEqual([500, 503, 200])
    expect(new Set(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1)
  })

  test('go to endpoints registered through the API, for the events they want', async () => {
    const made = await payments.stripe.webhookEndpoints.create({ url: `${url}/more`, enabled_events: ['product.created'] })
    expect(made.secret).toMatch(/^whsec_/)
    expect((await payments.stripe.webhookEndpoints.list()).data.every((each) => each.secret === undefined)).toBe(true)
    await payments.stripe.products.create({ name: 'Seen by both' })
    await payments.stripe.customers.create({})
    await expect.poll(async () => (await deliveries()).filter(({ status }) => status === 'delivered').length).toBe(3)
    await payments.stripe.webhookEndpoints.del(made.id)
    expect(await failureOf(payments.stripe.webhookEndpoints.retrieve(made.id))).toMatchObject({ statusCode: 404 })
  })
})
