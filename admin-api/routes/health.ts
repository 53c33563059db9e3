import type { OpenDatabase } from '../data/database.ts'
import { Problem } from '../problem.ts'
import type { App } from './context.ts'

export const registerHealth = (app: App, database: OpenDatabase) => {
  app.get('/health/live', async () => ({ data: { status: 'ok' } }))

  app.get('/health/ready', async (request) => {
    try {
      await database.ping()
    } catch (error) {
      request.log.warn({ err: error }, 'database unreachable')
      throw new Problem(503, 'health/not-ready', 'The database can not be reached.', { retryAfter: 5 })
    }
    return { data: { status: 'ok' } }
  })
}
