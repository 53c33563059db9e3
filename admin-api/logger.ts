import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { Problem } from './problem.ts'

/**
 * The fields of an error that may be logged. A failed query's message repeats its values, emails
 * included, and the payment provider's errors contain whole answers, so nothing else is logged.
 */
const tellError = (error: unknown): object => {
  if (error instanceof DrizzleQueryError) return tellError(error.cause)
  if (!(error instanceof Error)) return { type: typeof error }
  const { constructor, message, stack } = error
  const { code, statusCode, requestId } = error as {
    code?: unknown
    statusCode?: unknown
    requestId?: unknown
  }
  const cause = error instanceof Problem && error.cause !== undefined && tellError(error.cause)
  return {
    type: constructor.name,
    message,
    code,
    statusCode,
    requestId,
    stack,
    ...(cause && { cause }),
  }
}

/** JSON lines without tokens, emails or card data. */
export const createLogger = (level: string, destination: DestinationStream): Logger =>
  pino({ level, base: null, serializers: { err: tellError } }, destination)
