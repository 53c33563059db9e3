import { Type } from 'typebox'
import { createSetupIntent } from '../payments/setup-intents.ts'
import { invalid, Problem } from '../problem.ts'
import { logSecurityEvent } from '../security-events.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, oneOf, problemSchema, text } from './schemas.ts'

const setupIntentSchema = Type.Object(
  { id: Type.String(), clientSecret: Type.String(), customerId: Type.String() },
  closed,
)

const requestSchema = Type.Object(
  {
    billingEmail: text({ maxLength: 254 }),
    journey: Type.Optional(oneOf('sign-up', 'enroll')),
    challengeToken: Type.Optional(text({ maxLength: 8192 })),
  },
  closed,
)

const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

const challengeFailed = () =>
  new Problem(
    403,
    'challenge/failed',
    'We could not tell that a person is asking. Please try again.',
  )

export const registerSetupIntents = (
  app: App,
  { settings, db, stripe, clock, authenticate, checkChallenge, perMinute, perHour }: Context,
) => {
  /** Required for a visitor without an account when challenges are set up. */
  const isPerson = async (token: string | undefined): Promise<boolean> =>
    checkChallenge === null || (token !== undefined && (await checkChallenge(token, 'save_card')))

  app.post(
    '/api/v1/iap_subscriptions/stripe/setup_intents',
    {
      config: {
        ...perMinute(settings.rateLimits.setupIntents.perMinute),
        summary: 'Opens a SetupIntent to take a card',
        caller: 'anyone-or-user',
      },
      preHandler: perHour('setup-intents', settings.rateLimits.setupIntents.perHour),
      schema: {
        body: requestSchema,
        response: {
          201: dataOf(setupIntentSchema),
          401: problemSchema,
          403: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
        },
      },
    },
    async (request, reply) => {
      const billingEmail = request.body.billingEmail.trim()
      if (!looksLikeEmail.test(billingEmail)) {
        throw invalid([
          { path: 'billingEmail', code: 'field/invalid', message: 'It must be an email address.' },
        ])
      }
      const authenticated = await authenticate.optional(request)
      if (authenticated === null && !(await isPerson(request.body.challengeToken))) {
        logSecurityEvent(request.log, { kind: 'challenge-failed', actor: null })
        throw challengeFailed()
      }
      const setupIntent = await createSetupIntent(
        { db, stripe, clock },
        {
          userId: authenticated?.user.id ?? null,
          billingEmail,
          journey: request.body.journey ?? null,
        },
      )
      return reply.code(201).send({ data: setupIntent })
    },
  )
}
