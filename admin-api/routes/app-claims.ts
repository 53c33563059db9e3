import { Type } from 'typebox'
import { createClaim, redeemClaim } from '../data/app-claims.ts'
import { startedSubscriptions } from '../data/subscriptions.ts'
import { toSubscriber } from '../domain/subscriber.ts'
import { Problem } from '../problem.ts'
import { logSecurityEvent } from '../security-events.ts'
import { isLiveKey } from '../settings/environment.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, moment, problemSchema, text } from './schemas.ts'
import { subscriberSchema } from './subscriber-schema.ts'

const claimSchema = Type.Object({ url: Type.String(), expiresAt: moment }, closed)

const redemptionSchema = Type.Object(
  {
    token: text({ minLength: 1, maxLength: 100 }),
    appUserId: text({ minLength: 1, maxLength: 100 }),
  },
  closed,
)

const claimUsed = () => new Problem(410, 'claim/used', 'This link has been used already.')
const claimExpired = () => new Problem(410, 'claim/expired', 'This link has expired.')
const otherAccount = () =>
  new Problem(409, 'claim/other-account', 'This app belongs to another account.')

export const registerAppClaims = (
  app: App,
  { settings, db, authenticate, clock, perMinute, userPerHour }: Context,
) => {
  const limitClaims = userPerHour('app-claim', settings.rateLimits.appClaims)
  const isSandbox = !isLiveKey(settings.stripe.secretKey)

  app.post(
    '/api/v1/me/app_claims',
    {
      config: { summary: 'A link that opens the app with the plan of the user', caller: 'user' },
      schema: { response: { 201: dataOf(claimSchema), 401: problemSchema, 429: problemSchema } },
    },
    async (request, reply) => {
      const { user } = await authenticate.required(request)
      await limitClaims(user.id, request.log)
      const { token, expiresAt } = await createClaim(db, user.id, clock())
      const url = new URL(settings.appOpenUrl)
      url.searchParams.set('claim', token)
      return reply.code(201).send({ data: { url: url.href, expiresAt: expiresAt.toISOString() } })
    },
  )

  app.post(
    '/api/v1/app_claims/redeem',
    {
      config: {
        ...perMinute(settings.rateLimits.publicPosts, 'cheaply'),
        summary: 'Links the app to the account of the link that opened it, once',
      },
      schema: {
        body: redemptionSchema,
        response: {
          200: dataOf(subscriberSchema),
          409: problemSchema,
          410: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
        },
      },
    },
    async ({ body, log }) => {
      const redeemed = await redeemClaim(db, body, clock())
      switch (redeemed.kind) {
        case 'used':
          throw claimUsed()
        case 'expired':
          throw claimExpired()
        case 'other-account':
          logSecurityEvent(log, { kind: 'app-refused', actor: redeemed.user.authUid })
          throw otherAccount()
        case 'linked': {
          const { user } = redeemed
          logSecurityEvent(log, { kind: 'app-linked', actor: user.authUid })
          const started = await startedSubscriptions(db, user.id)
          return { data: toSubscriber(user, started, { now: clock(), isSandbox }) }
        }
      }
    },
  )
}
