import { Type } from 'typebox'
import { describeSkew } from '../auth/provider-clock.ts'
import type { AheadMs } from '../auth/provider-clock.ts'
import type { OpenDatabase } from '../data/database.ts'
import { Problem } from '../problem.ts'
import type { App } from './context.ts'
import { closed, dataOf, problemSchema } from './schemas.ts'

const statusSchema = Type.Object({ status: Type.Literal('ok') }, closed)

export const registerHealth = (app: App, database: OpenDatabase, aheadMs: AheadMs) => {
  app.get(
    '/health/live',
    {
      config: { summary: 'Whether this process serves' },
      schema: { response: { 200: dataOf(statusSchema) } },
    },
    async () => ({ data: { status: 'ok' } }),
  )

  app.get(
    '/health/ready',
    {
      config: { summary: 'Whether changes are stored and sign-ins checked' },
      schema: { response: { 200: dataOf(statusSchema), 503: problemSchema } },
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
      return { data: { status: 'ok' } }
    },
  )
}
