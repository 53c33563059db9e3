import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLogger } from '#admin-api/logger.ts'
import { somebody } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let written = ''
const logger = createLogger('info', {
  write: (line: string) => {
    written += line
  },
})
const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ parts: { logger } })
})
afterAll(() => shop.stop())

const {
  StripeAuthenticationError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
} = Stripe.errors
const raw = (statusCode: number, type: Stripe.RawErrorType) => ({
  message: 'Theirs',
  type,
  statusCode,
  requestId: 'req_theirs',
  headers: {},
})

test.each([
  [
    'a refusal',
    new StripeInvalidRequestError(raw(404, 'invalid_request_error')),
    422,
    'payment/refused',
  ],
  [
    'a wrong API key',
    new StripeAuthenticationError(raw(401, 'authentication_error')),
    500,
    'internal',
  ],
  [
    'a forbidden request',
    new StripePermissionError(raw(403, 'invalid_request_error')),
    500,
    'internal',
  ],
  [
    'a reused idempotency key',
    new StripeIdempotencyError(raw(400, 'idempotency_error')),
    500,
    'internal',
  ],
] as const)(
  'a payment provider error (%s) is logged with both request ids, and its text is not returned',
  async (_name, error, status, code) => {
    const create = vi.spyOn(shop.stripe.setupIntents, 'create').mockRejectedValue(error)
    const id = `request-${status}-${error.statusCode}`
    const answer = await shop.app.inject({
      method: 'POST',
      url: routes.setupIntents,
      payload: { billingEmail: 'ada@example.com' },
      headers: { 'x-request-id': id },
    })
    create.mockRestore()
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(answer.body).not.toContain('Theirs')
    expect(lines()).toContainEqual(
      expect.objectContaining({
        msg: 'payment provider refused',
        requestId: id,
        providerRequestId: 'req_theirs',
      }),
    )
  },
)

test('a signed event is accepted even if its subscription is unknown or cannot be read', async () => {
  await shop.order(somebody(), await shop.takeCard(somebody()))
  const card = somebody()
  await shop.order(card, await shop.takeCard(card))
  const [event] = await shop.events('customer.subscription.created')
  const of = (id: string): Stripe.Event =>
    ({
      ...event!,
      id: `evt_${id}`,
      data: { object: { ...event!.data.object, id } },
    }) as unknown as Stripe.Event
  expect((await shop.deliver(of('sub_unknown'))).statusCode).toBe(200)

  const retrieve = vi
    .spyOn(shop.stripe.subscriptions, 'retrieve')
    .mockRejectedValue(new StripeInvalidRequestError(raw(400, 'invalid_request_error')))
  expect((await shop.deliver(of('sub_refused'))).statusCode).toBe(200)
  retrieve.mockRestore()
  expect(lines()).toContainEqual(
    expect.objectContaining({
      msg: 'webhook not processed',
      event: 'evt_sub_refused',
      providerRequestId: 'req_theirs',
    }),
  )
})

test.each([
  ['wrong', new StripeAuthenticationError(raw(401, 'authentication_error'))],
  ['restricted', new StripePermissionError(raw(403, 'invalid_request_error'))],
])(
  'an event gets a 500 while our API key is %s, so that the provider sends it again',
  async (_key, error) => {
    const as = somebody()
    await shop.order(as, await shop.takeCard(as))
    const [event] = await shop.events('customer.subscription.created')
    const retrieve = vi.spyOn(shop.stripe.subscriptions, 'retrieve').mockRejectedValue(error)
    const refused = await shop.deliver(event!)
    retrieve.mockRestore()
    expect(refused.statusCode).toBe(500)
    expect((await shop.deliver(event!)).statusCode).toBe(200)
  },
)
