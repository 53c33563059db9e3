import { Type } from 'typebox'
import { createSetupIntent } from '../payments/setup-intents.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, oneOf, problemSchema, text } from './schemas.ts'
import { personCheck, readEmail } from './visitors.ts'

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

export const registerSetupIntents = (
  app: App,
  { settings, db, stripe, clock, authenticate, checkChallenge, perMinute, perHour }: Context,
) => {
  /** For a visitor without an account. */
  const checkPerson = personCheck({ checkChallenge }, 'save_card')

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
      const billingEmail = readEmail('billingEmail', request.body.billingEmail)
      const authenticated = await authenticate.optional(request)
      if (authenticated === null) await checkPerson(request, request.body.challengeToken)
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
