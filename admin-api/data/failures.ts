import { DrizzleQueryError } from 'drizzle-orm'

/**
 * PostgreSQL's error classes for connections, rollbacks, resources, and cancellation or shutdown;
 * its codes for a read-only database, an idle transaction that was ended, and a lock timeout; then
 * the network's codes.
 */
const outageCodes =
  /^(08|40|53|57)...$|^(25006|25P03|55P03)$|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
/** Messages of the drivers' own errors, which have no code. */
const outageMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed)|PGlite is closed)/
const foreignKey = '23503'

/** A serialization failure or a deadlock: the same work can succeed on its own. */
const conflictCodes = /^(40001|40P01)$/

const causeOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? error.cause : error

const codeOf = (cause: Error): string => ('code' in cause ? String(cause.code) : '')

const hasCode = (error: unknown, codes: RegExp): boolean => {
  const cause = causeOf(error)
  return cause instanceof Error && codes.test(codeOf(cause))
}

/** Whether the database rolled the work back because of a concurrent transaction. */
export const isConflict = (error: unknown): boolean => hasCode(error, conflictCodes)

/** Whether the database accepts no changes now. */
export const isReadOnly = (error: unknown): boolean => hasCode(error, /^25006$/)

/** Whether a statement timed out while waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, /^55P03$/)

/** Whether another process created the same schema, table or row at the same time. */
export const isMadeByAnother = (error: unknown): boolean => hasCode(error, /^(23505|42P06|42P07)$/)

/** Whether a query timed out. */
export const isUnanswered = (error: unknown): boolean => {
  const cause = causeOf(error)
  return cause instanceof Error && cause.message === 'Query read timeout'
}

/** Whether a statement names a table or a schema that does not exist. */
export const isMissingTable = (error: unknown): boolean => hasCode(error, /^(42P01|3F000)$/)

/**
 * What a failed query means: the database is unavailable, the user was deleted meanwhile, or
 * something else (null).
 */
export const classifyQueryError = (error: unknown): 'unavailable' | 'user-deleted' | null => {
  const cause = causeOf(error)
  if (!(cause instanceof Error)) return null
  const code = codeOf(cause)
  // Every foreign key references the user; that of a SetupIntent does so through its customer.
  if (code === foreignKey) return 'user-deleted'
  return outageCodes.test(code) || outageMessages.test(cause.message) ? 'unavailable' : null
}
