import { DrizzleQueryError } from 'drizzle-orm'

/**
 * PostgreSQL's classes for connections, resources, cancelled or shut down, and transactions rolled
 * back for others' sake; a lock not had in time, a transaction ended for being idle; then the
 * network's codes.
 */
const outageCodes =
  /^(08|40|53|57)...$|^(25P03|55P03)$|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** The drivers' own errors have no code. */
const outageMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|PGlite is closed)/
const foreignKey = '23503'

/**
 * What a failed query means: the database is unavailable, the user was deleted meanwhile, or
 * something else (null).
 */
export const classifyQueryError = (error: unknown): 'unavailable' | 'user-deleted' | null => {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  if (!(cause instanceof Error)) return null
  const code = 'code' in cause ? String(cause.code) : ''
  // All foreign keys refer to the user.
  if (code === foreignKey) return 'user-deleted'
  return outageCodes.test(code) || outageMessages.test(cause.message) ? 'unavailable' : null
}
