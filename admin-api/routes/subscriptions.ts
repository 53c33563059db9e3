import { Type } from 'typebox'
import { subscribe } from '../payments/subscribe.ts'
import { Problem } from '../problem.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, oneOf, problemSchema, subscriptionSchema } from './schemas.ts'

const idSchema = Type.String({ minLength: 1, maxLength: 255 })

const orderSchema = Type.Object(
  {
    productId: idSchema,
    paymentMethodId: idSchema,
    setupIntentId: idSchema,
    promotionCodeId: Type.Optional(idSchema),
    journey: Type.Optional(oneOf('sign-up', 'enroll')),
  },
  closed,
)

const keyOf = (header: string | string[] | undefined): string => {
  if (typeof header !== 'string' || header.trim() === '') {
    throw new Problem(400, 'idempotency/key-required', 'The Idempotency-Key header is needed.')
  }
  if (header.length > 255) throw new Problem(400, 'idempotency/key-invalid', 'The Idempotency-Key header is longer than 255 characters.')
  return header
}

export const registerSubscriptions = (app: App, { db, stripe, catalogue, clock, authenticate }: Context) => {
  app.post('/api/v1/iap_subscriptions/stripe/subscriptions', {
    config: { summary: 'Makes the one subscription of the user', caller: 'user', idempotencyKey: true },
    schema: {
      body: orderSchema,
      response: {
        200: dataOf(subscriptionSchema), 201: dataOf(subscriptionSchema), 400: problemSchema, 401: problemSchema,
        402: problemSchema, 403: problemSchema, 404: problemSchema, 409: problemSchema, 410: problemSchema,
        422: problemSchema, 503: problemSchema,
      },
    },
  }, async (request, reply) => {
    const { caller, user } = await authenticate.required(request)
    const key = keyOf(request.headers['idempotency-key'])
    const { journey, ...order } = request.body
    // In the quick journey the account is made after the card was taken, so the mail may not have been opened yet.
    if (!caller.emailVerified && journey !== 'enroll') {
      throw new Problem(403, 'auth/email-unverified', 'Please confirm your email address first.')
    }
    const { subscription, isNew } = await subscribe({ db, stripe, catalogue, clock }, user.id, order, key)
    return reply.code(isNew ? 201 : 200).send({ data: subscription })
  })
}
