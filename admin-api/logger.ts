import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { isProviderError } from './payments/stripe-errors.ts'
import type { ProviderError } from './payments/stripe-errors.ts'
import { Problem } from './problem.ts'

/** The fields of an error that may be logged and reported. */
export type LoggedError = {
  readonly type: string
  readonly message?: string
  readonly code?: unknown
  /** The parameter that the payment provider refused. */
  readonly param?: unknown
  readonly statusCode?: unknown
  readonly requestId?: unknown
  readonly stack?: string | undefined
  readonly cause?: LoggedError
}

/**
 * Leaves out the message, and the first line of the stack: both may repeat what a visitor typed.
 */
const tellProviderError = (error: ProviderError): LoggedError => {
  const { constructor, code, param, statusCode, requestId, stack } = error
  const calls = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return { type: constructor.name, code, param, statusCode, requestId, stack: calls?.join('\n') }
}

/**
 * A failed query's message repeats its values, emails included, and the payment provider's errors
 * contain whole responses, so nothing else is logged.
 */
const tellError = (error: unknown): LoggedError => {
  if (error instanceof DrizzleQueryError) return tellError(error.cause)
  if (!(error instanceof Error)) return { type: typeof error }
  if (isProviderError(error)) return tellProviderError(error)
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

const errorLevel = 50

/** JSON lines without tokens, emails or card data. Errors are reported as well as logged. */
export const createLogger = (
  level: string,
  destination: DestinationStream,
  report?: (error: LoggedError, message: string) => void,
): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: { err: tellError },
      hooks: {
        logMethod(given, method, lineLevel) {
          const [details, message] = given as unknown[]
          if (report && lineLevel >= errorLevel && typeof details === 'object' && details !== null)
            if ('err' in details) report(tellError(details.err), String(message))
          method.apply(this, given)
        },
      },
    },
    destination,
  )
