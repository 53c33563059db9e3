import { DrizzleQueryError } from 'drizzle-orm'

/**
 * Why something failed, in one line. For a query it is the database's message, without the query.
 */
export const reasonOf = (error: unknown): string => {
  if (error instanceof DrizzleQueryError && error.cause) return reasonOf(error.cause)
  if (!(error instanceof Error)) return String(error)
  // When several addresses of a host were tried, the error itself has no message.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  if (error.message === '' && first !== undefined) return reasonOf(first)
  const [line = ''] = error.message.split('\n', 1)
  return error.cause instanceof Error && line === 'fetch failed'
    ? `${line}: ${reasonOf(error.cause)}`
    : line
}
