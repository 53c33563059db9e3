import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isRecent, requiresRecentLogin } from '../auth/recent-login.ts'
import { isKeyKnown } from '../data/idempotency.ts'
import type { User } from '../data/users.ts'
import { changePlan, previewPlanChange } from '../payments/change-plan.ts'
import { listInvoices, setCancelAtPeriodEnd } from '../payments/own-subscription.ts'
import { replaceCard } from '../payments/replace-card.ts'
import { wasBegunBeforeAccount } from '../payments/setup-intents.ts'
import { subscribe } from '../payments/subscribe.ts'
import { withdraw } from '../payments/withdraw.ts'
import { Problem } from '../problem.ts'
import { logSecurityEvent } from '../security-events.ts'
import type { App, Context } from './context.ts'
import {
  closed,
  dataOf,
  moment,
  moneySchema,
  nullable,
  oneOf,
  problemSchema,
  promotionSchema,
  signedMoneySchema,
  subscriptionSchema,
  text,
} from './schemas.ts'

const idSchema = text({ minLength: 1, maxLength: 255 })

const card = {
  paymentMethodId: idSchema,
  setupIntentId: idSchema,
  setupIntentClientSecret: idSchema,
}

const replacementSchema = Type.Object(
  { ...card, expectedDue: Type.Optional(nullable(moneySchema)) },
  closed,
)

const agreementSchema = Type.Object(
  {
    text: text({ minLength: 1, maxLength: 2000 }),
    version: text({ minLength: 1, maxLength: 50 }),
  },
  closed,
)

const orderSchema = Type.Object(
  {
    productId: idSchema,
    ...card,
    promotionCodeId: Type.Optional(idSchema),
    expectedTrialDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 730 })),
    expectedPrice: Type.Optional(moneySchema),
    journey: Type.Optional(oneOf('sign-up', 'enroll')),
    consent: agreementSchema,
  },
  closed,
)

const invoiceSchema = Type.Object(
  {
    id: Type.String(),
    number: nullable(Type.String()),
    createdAt: moment,
    status: oneOf('open', 'paid', 'uncollectible', 'void'),
    total: moneySchema,
    tax: nullable(moneySchema),
    refunded: nullable(moneySchema),
    paidAt: nullable(moment),
    card: nullable(Type.Object({ brand: Type.String(), last4: Type.String() }, closed)),
    url: nullable(Type.String()),
    pdfUrl: nullable(Type.String()),
  },
  closed,
)

const withdrawnSchema = Type.Object(
  { subscription: subscriptionSchema, refunded: moneySchema },
  closed,
)

const planSchema = Type.Object({ productId: idSchema }, closed)

const planChangeSchema = Type.Object(
  { productId: idSchema, previewId: idSchema, consent: Type.Optional(agreementSchema) },
  closed,
)

const previewSchema = Type.Object(
  {
    id: Type.String({ maxLength: 255 }),
    productId: Type.String(),
    effective: oneOf('now', 'period_end'),
    dueToday: moneySchema,
    lines: Type.Array(
      Type.Object(
        {
          kind: oneOf('plan', 'unused', 'discount', 'tax'),
          amount: signedMoneySchema,
          period: Type.Object({ start: moment, end: moment }, closed),
        },
        closed,
      ),
    ),
    nextCharge: Type.Object({ date: moment, amount: moneySchema }, closed),
    endingPromotion: nullable(promotionSchema),
  },
  closed,
)

const ownSchema = Type.Object({ id: text({ maxLength: 100 }) }, closed)

const changed = {
  200: dataOf(subscriptionSchema),
  401: problemSchema,
  404: problemSchema,
  409: problemSchema,
  503: problemSchema,
}

const keyOf = (header: string | string[] | undefined): string => {
  if (typeof header !== 'string' || header.trim() === '') {
    throw new Problem(400, 'idempotency/key-required', 'The Idempotency-Key header is needed.')
  }
  if (header.length > 255)
    throw new Problem(
      400,
      'idempotency/key-invalid',
      'The Idempotency-Key header is longer than 255 characters.',
    )
  return header
}

const path = '/api/v1/iap_subscriptions/stripe/subscriptions'

export const registerSubscriptions = (
  app: App,
  { settings, db, stripe, catalogue, clock, authenticate, userPerHour }: Context,
) => {
  const { graceDays, automaticTax } = settings.stripe
  const { ledgerKeys } = settings
  const parts = { db, stripe, catalogue, clock, graceDays, automaticTax, ledgerKeys }
  const limitPayments = userPerHour('payment', settings.rateLimits.payments)
  // Counted separately, so that other requests never keep anybody from withdrawing.
  const limitWithdrawals = userPerHour('withdrawal', settings.rateLimits.payments)

  /**
   * The key of a user's request. New keys are limited, because each is stored, even if its request
   * fails; repeated ones are not, since the site retries automatically.
   */
  const keyFor = async (
    user: User,
    { headers, log }: FastifyRequest,
    limit = limitPayments,
  ): Promise<string> => {
    const key = keyOf(headers['idempotency-key'])
    if (!(await isKeyKnown(db, user.id, key))) await limit(user.id, log)
    return key
  }

  app.post(
    path,
    {
      config: {
        summary: 'Makes the one subscription of the user',
        caller: 'user',
        idempotencyKey: true,
      },
      schema: {
        body: orderSchema,
        response: {
          200: dataOf(subscriptionSchema),
          201: dataOf(subscriptionSchema),
          400: problemSchema,
          401: problemSchema,
          402: problemSchema,
          403: problemSchema,
          404: problemSchema,
          409: problemSchema,
          410: problemSchema,
          422: problemSchema,
          503: problemSchema,
        },
      },
    },
    async (request, reply) => {
      const { user } = await authenticate.required(request)
      const key = await keyFor(user, request)
      const { journey, ...order } = request.body
      // In the quick journey the account is created after the card was taken, so the mail may not
      // have been opened yet.
      const mayBeUnverified = async () =>
        journey === 'enroll' && wasBegunBeforeAccount(db, order.setupIntentId)
      if (!user.emailVerified && !(await mayBeUnverified())) {
        throw new Problem(403, 'auth/email-unverified', 'Please confirm your email address first.')
      }
      const { subscription, isNew } = await subscribe(
        { ...parts, log: request.log },
        user,
        order,
        key,
      )
      return reply.code(isNew ? 201 : 200).send({ data: subscription })
    },
  )

  app.delete(
    `${path}/:id`,
    {
      config: { summary: 'Ends the subscription with its period', caller: 'user' },
      schema: { params: ownSchema, response: changed },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      return { data: await setCancelAtPeriodEnd(parts, user.id, request.params.id, true) }
    },
  )

  app.post(
    `${path}/:id/resume`,
    {
      config: { summary: 'Lets a subscription that was to end go on', caller: 'user' },
      schema: { params: ownSchema, response: changed },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      return { data: await setCancelAtPeriodEnd(parts, user.id, request.params.id, false) }
    },
  )

  app.put(
    `${path}/:id/payment_method`,
    {
      config: {
        summary: 'Lets another card pay the subscription, and its open invoice at once',
        caller: 'user',
        idempotencyKey: true,
      },
      schema: {
        params: ownSchema,
        body: replacementSchema,
        response: { ...changed, 400: problemSchema, 402: problemSchema, 422: problemSchema },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      const key = await keyFor(user, request)
      return { data: await replaceCard(parts, user.id, request.params.id, request.body, key) }
    },
  )

  app.post(
    `${path}/:id/change_preview`,
    {
      config: { summary: 'What a change to another plan would do', caller: 'user' },
      schema: {
        params: ownSchema,
        body: planSchema,
        response: { ...changed, 200: dataOf(previewSchema), 422: problemSchema },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      const { id } = request.params
      return { data: await previewPlanChange(parts, user.id, id, request.body.productId) }
    },
  )

  app.post(
    `${path}/:id/change`,
    {
      config: {
        summary: 'Changes the plan as it was previewed',
        caller: 'user',
        idempotencyKey: true,
      },
      schema: {
        params: ownSchema,
        body: planChangeSchema,
        response: { ...changed, 400: problemSchema, 402: problemSchema, 422: problemSchema },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      const key = await keyFor(user, request)
      return { data: await changePlan(parts, user.id, request.params.id, request.body, key) }
    },
  )

  app.post(
    `${path}/:id/withdraw`,
    {
      config: {
        summary: 'Ends the subscription at once and refunds what was charged',
        caller: 'user',
        idempotencyKey: true,
      },
      schema: {
        params: ownSchema,
        response: {
          ...changed,
          200: dataOf(withdrawnSchema),
          400: problemSchema,
          403: problemSchema,
        },
      },
    },
    async (request) => {
      const { caller, user } = await authenticate.required(request)
      if (!isRecent(caller, clock())) {
        logSecurityEvent(request.log, { kind: 'withdrawal-needs-sign-in', actor: caller.authUid })
        throw requiresRecentLogin()
      }
      const key = await keyFor(user, request, limitWithdrawals)
      return { data: await withdraw(parts, user.id, request.params.id, key) }
    },
  )

  app.get(
    `${path}/:id/invoices`,
    {
      config: { summary: 'The invoices of the subscription, newest first', caller: 'user' },
      schema: {
        params: ownSchema,
        response: {
          200: dataOf(Type.Array(invoiceSchema)),
          401: problemSchema,
          404: problemSchema,
          503: problemSchema,
        },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      return { data: await listInvoices(parts, user.id, request.params.id) }
    },
  )
}
