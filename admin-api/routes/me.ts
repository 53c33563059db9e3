import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { findProfile } from '../data/profile.ts'
import { createProfileAnswer } from '../data/profile-answer.ts'
import { exportUser } from '../data/export.ts'
import { saveAttribution, saveVisitorId, updateUser } from '../data/users.ts'
import { checkProfileChanges, longestTouch, touchParameters } from '../domain/profile.ts'
import { invalid } from '../problem.ts'
import { isRecent, requiresRecentLogin } from '../auth/recent-login.ts'
import { unauthenticated } from '../auth/verify-token.ts'
import { logSecurityEvent } from '../security-events.ts'
import { leave } from '../payments/leave.ts'
import type { App, Context } from './context.ts'
import {
  closed,
  dataOf,
  diagnosisSchema,
  moment,
  nullable,
  problemSchema,
  profileSchema,
  text,
} from './schemas.ts'

const touchSchema = Type.Object(
  Object.fromEntries(
    touchParameters.map((name) => [
      name,
      Type.Optional(text({ minLength: 1, maxLength: longestTouch })),
    ]),
  ),
  closed,
)

const givenAttributionSchema = Type.Object(
  { firstTouch: Type.Optional(touchSchema), lastTouch: Type.Optional(touchSchema) },
  closed,
)
const attributionSchema = Type.Object(
  { firstTouch: nullable(touchSchema), lastTouch: nullable(touchSchema) },
  closed,
)

/** The format of the ids that the site generates. */
const uuid = Type.String({ pattern: '^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$' })

const changesSchema = Type.Object(
  {
    firstName: Type.Optional(text()),
    lastName: Type.Optional(text()),
    birthYear: Type.Optional(Type.Integer()),
    phone: Type.Optional(nullable(text())),
    attribution: Type.Optional(givenAttributionSchema),
    visitorId: Type.Optional(nullable(uuid)),
  },
  closed,
)

const exportSchema = Type.Object(
  {
    exportedAt: moment,
    profile: profileSchema,
    attribution: attributionSchema,
    identity: Type.Object({ authUid: Type.String(), visitorId: nullable(Type.String()) }, closed),
    diagnoses: Type.Array(diagnosisSchema),
    paymentCustomers: Type.Array(Type.Object({ id: Type.String(), createdAt: moment }, closed)),
    subscriptions: Type.Array(Type.Object({ id: Type.String(), state: Type.String() })),
    cardSetups: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          customerId: Type.String(),
          begunBy: Type.String(),
          journey: nullable(Type.String()),
          isClaimed: Type.Boolean(),
          failedAttempts: Type.Integer(),
          createdAt: moment,
        },
        closed,
      ),
    ),
    paymentRequests: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          createdAt: moment,
          refusal: nullable(
            Type.Object(
              {
                statusCode: Type.Integer(),
                code: Type.String(),
                detail: Type.String(),
                declineCode: nullable(Type.String()),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    apps: Type.Array(Type.Object({ id: Type.String(), linkedAt: moment }, closed)),
    appClaims: Type.Array(Type.Object({ expiresAt: moment, usedAt: nullable(moment) }, closed)),
    notices: Type.Array(
      Type.Object(
        {
          channel: Type.String(),
          cause: Type.Object({ kind: Type.String() }),
          createdAt: moment,
          outcome: nullable(Type.String()),
          settledAt: nullable(moment),
        },
        closed,
      ),
    ),
  },
  closed,
)

async function* answerOf(data: AsyncIterable<string>) {
  yield '{"data":'
  yield* data
  yield '}'
}

export const registerMe = (
  app: App,
  { settings, db, stripe, authenticate, identityUsers, clock, userPerHour }: Context,
) => {
  const limitExports = userPerHour('export', settings.rateLimits.exports)
  const profileAnswer = createProfileAnswer(db, clock)

  app.get(
    '/api/v1/me',
    {
      config: { summary: 'The profile of the user, created by the first call', caller: 'user' },
      schema: { response: { 200: dataOf(profileSchema), 401: problemSchema } },
    },
    async (request, reply) => {
      const identified = await authenticate.caller(request)
      const { caller } = identified
      const answer = await profileAnswer(caller, (kind) =>
        logSecurityEvent(request.log, { kind, actor: caller.authUid }),
      )
      if (answer === null) throw authenticate.deleted(request, identified)
      return reply.type('application/json; charset=utf-8').send(answer)
    },
  )

  app.patch(
    '/api/v1/me',
    {
      config: { summary: 'Changes the profile', caller: 'user' },
      schema: {
        body: changesSchema,
        response: { 200: dataOf(profileSchema), 401: problemSchema, 422: problemSchema },
      },
    },
    async (request) => {
      const { user } = await authenticate.required(request)
      const { attribution, visitorId, ...given } = request.body
      const { changes, errors } = checkProfileChanges(given, clock())
      if (errors.length > 0) throw invalid(errors)
      if (visitorId !== undefined) await saveVisitorId(db, user.id, visitorId)
      if (attribution) await saveAttribution(db, user.id, attribution)
      const updated = await updateUser(db, user.id, changes)
      const found = updated === undefined ? null : await findProfile(db, updated.authUid, clock())
      if (found === null) throw unauthenticated()
      return { data: found.profile }
    },
  )

  app.get(
    '/api/v1/me/export',
    {
      config: { summary: 'All that is stored about the user', caller: 'user' },
      schema: { response: { 200: dataOf(exportSchema), 401: problemSchema, 429: problemSchema } },
    },
    async (request, reply) => {
      const { user } = await authenticate.required(request)
      await limitExports(user.id, request.log)
      const exported = await exportUser(db, user, clock())
      if (exported === null) throw unauthenticated()
      return reply.type('application/json; charset=utf-8').send(Readable.from(answerOf(exported)))
    },
  )

  app.delete(
    '/api/v1/me',
    {
      config: { summary: 'Ends the subscription and deletes the account', caller: 'user' },
      schema: {
        response: {
          204: Type.Unsafe<unknown>({ description: 'Deleted, now or before' }),
          401: problemSchema,
          403: problemSchema,
          409: problemSchema,
          503: problemSchema,
        },
      },
    },
    async (request, reply) => {
      const { caller, user, token, mustBeRecent } = await authenticate.leaving(request)
      if (user === null) {
        // An interrupted deletion may have left the identity behind.
        if (mustBeRecent) await identityUsers.delete(token)
        return reply.code(204).send(null)
      }
      if (mustBeRecent && !isRecent(caller, clock())) {
        logSecurityEvent(request.log, { kind: 'deletion-needs-sign-in', actor: caller.authUid })
        throw requiresRecentLogin()
      }
      await leave(
        {
          db,
          stripe,
          graceDays: settings.stripe.graceDays,
          identityUsers,
          clock,
          ledgerKeys: settings.ledgerKeys,
          log: request.log,
          sayGoodbye: settings.mail !== null,
        },
        { user, token },
      )
      logSecurityEvent(request.log, { kind: 'account-deleted', actor: caller.authUid })
      return reply.code(204).send(null)
    },
  )
}
