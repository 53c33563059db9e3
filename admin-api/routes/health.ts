import { Type } from 'typebox'
import { describeSkew } from '../auth/provider-clock.ts'
import type { ProviderWatch } from '../auth/provider-clock.ts'
import type { OpenDatabase } from '../data/database.ts'
import { Problem } from '../problem.ts'
import type { App } from './context.ts'
import { closed, dataOf, nullable, problemSchema } from './schemas.ts'

const status = Type.Literal('ok')
const liveSchema = Type.Object({ status }, closed)
/**
 * The identity provider does not affect readiness, because that would also keep operators from
 * rolling back.
 */
const readySchema = Type.Object({ status, identityProvider: nullable(Type.Boolean()) }, closed)

export const registerHealth = (
  app: App,
  database: OpenDatabase,
  { aheadMs, isReached }: ProviderWatch,
) => {
  app.get(
    '/health/live',
    {
      config: { summary: 'Whether this process serves' },
      schema: { response: { 200: dataOf(liveSchema) } },
    },
    async () => ({ data: { status: 'ok' } }),
  )

  app.get(
    '/health/ready',
    {
      config: { summary: 'Whether changes are stored, and whether the identity provider answers' },
      schema: { response: { 200: dataOf(readySchema), 503: problemSchema } },
    },
    async (request) => {
      try {
        await database.ping()
      } catch (error) {
        request.log.warn({ err: error }, 'database unreachable')
        throw new Problem(503, 'health/not-ready', 'The database cannot be reached.', {
          retryAfter: 5,
        })
      }
      const skew = describeSkew(aheadMs() ?? 0)
      if (skew !== null) {
        const detail = `This server’s clock is ${skew} the identity provider’s: no sign-in can be checked.`
        throw new Problem(503, 'health/not-ready', detail, { retryAfter: 60 })
      }
      return { data: { status: 'ok', identityProvider: isReached() } }
    },
  )
}
