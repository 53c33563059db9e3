import { sql } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '#admin-api/logger.ts'
import { unsignedToken } from '#tests/support/id-tokens.ts'
import { surveyAnswers } from './support/answers.ts'
import { somebody, startApi, startTimeout } from './support/harness.ts'
import { routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

type Line = {
  readonly msg: string
  readonly err?: Record<string, unknown>
  readonly route?: string
  readonly status?: number
  readonly code?: string
  readonly reqId?: string
}

let written = ''
const logger = createLogger('trace', {
  write: (line: string) => {
    written += line
  },
})
const lines = (): Line[] =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ parts: { logger } })
})
afterAll(() => shop.stop())

describe('the log', () => {
  test('has a JSON line for each response, with the request id and the route without its query', async () => {
    await shop.get('/api/v1/me', { as: somebody(), headers: { 'x-request-id': 'request-one' } })
    await shop.get(`${routes.subscriptions}/mine/invoices?code=secret`, { as: somebody() })
    expect(lines()).toContainEqual(
      expect.objectContaining({
        reqId: 'request-one',
        route: '/api/v1/me',
        status: 200,
        msg: 'answered',
      }),
    )
    expect(lines()).toContainEqual(
      expect.objectContaining({ route: `${routes.subscriptions}/:id/invoices`, status: 404 }),
    )
    expect(written).not.toContain('code=secret')
  })

  test('does not repeat what the payment provider says about a visitor’s input', () => {
    const from = written.length
    const error = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: jane@private.example',
      param: 'email',
      code: 'email_invalid',
    })
    logger.error({ err: error }, 'payment provider refused')
    const said = written.slice(from)
    expect(said).not.toContain('jane')
    expect(JSON.parse(said)).toMatchObject({
      err: {
        type: 'StripeInvalidRequestError',
        param: 'email',
        code: 'email_invalid',
        stack: expect.stringMatching(/^\s+at /) as string,
      },
    })
  })

  test('gives the problem code of what was unavailable', async () => {
    const diagnosis = { kind: 'survey', version: '1', answers: surveyAnswers }
    const asked = { ...diagnosis, email: 'ada@example.com' }
    expect((await shop.post('/api/v1/mailings/result', asked)).statusCode).toBe(503)
    expect(lines()).toContainEqual(
      expect.objectContaining({ msg: 'unavailable', code: 'mail/off' }),
    )
  })

  test('contains no token, email, promotion code or card, even after errors', async () => {
    const as = somebody({ email: 'private@example.com' })
    const card = await shop.takeCard(as)
    await shop.order(as, card, { key: 'private-key' })
    await shop.get(`${routes.promotionCodes}?code=PRIVATECODE&product=annual`)
    await shop.outage({ status: 503 })
    await shop.order(somebody({ email: 'private@example.com' }), card)
    await shop.post(routes.setupIntents, { billingEmail: 'private@example.com' })
    await shop.outage({})
    await shop.post(routes.webhooks, '{"private":1}', {
      headers: { 'content-type': 'application/json', 'stripe-signature': 'private' },
    })
    await shop.get('/api/v1/me', {
      headers: {
        authorization: `Bearer ${unsignedToken({ email: 'private@example.com', expiresIn: -1 })}`,
      },
    })
    expect(lines().length).toBeGreaterThan(5)
    expect(written).toContain('payment provider unavailable')
    expect(written).not.toMatch(/private|eyJ|sk_test|whsec_|pm_|seti_/i)
  })

  test(
    'contains a failed query without its values, and the response does not mention the query',
    async () => {
      const broken = await startApi({ parts: { logger } })
      await broken.db.execute(sql`drop table users cascade`)
      const answer = await broken.app.inject({
        url: '/api/v1/me/export',
        headers: {
          authorization: `Bearer ${unsignedToken({ uid: 'private-id', email: 'private@example.com' })}`,
        },
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        500,
        {
          type: 'urn:problem:internal',
          title: 'Internal error',
          status: 500,
          detail: 'Something went wrong on our side.',
          code: 'internal',
        },
      ])
      expect(lines().at(-2)).toMatchObject({
        msg: 'request failed',
        err: { code: '42P01', message: expect.stringContaining('users') },
      })
      expect(written).not.toContain('private')
      await broken.stop()
    },
    startTimeout,
  )
})
