import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { unauthenticated } from '../auth/verify-token.ts'
import { classifyQueryError } from '../data/failures.ts'
import type { FieldProblem } from '../domain/answers.ts'
import {
  isProviderError,
  isRefusal,
  providerRequestId,
  translateOutage,
} from '../payments/stripe-errors.ts'
import { invalid, Problem } from '../problem.ts'
import type { App } from './context.ts'
import { setAnswerHeaders } from './request-hooks.ts'

const longestPath = 100
/** Far more errors than an honest mistake causes; a malicious body can cause thousands. */
const mostRead = 1000
const mostAnswered = 50

const fieldProblem = ({
  instancePath,
  keyword,
  params,
  message,
}: FastifySchemaValidationError): FieldProblem => {
  const member = params['missingProperty'] ?? params['additionalProperty']
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = [...parts, ...(typeof member === 'string' ? [member] : [])]
    .join('.')
    .slice(0, longestPath)
  const code = {
    required: 'field/required',
    additionalProperties: 'field/unknown',
    type: 'field/wrong-type',
  }[keyword]
  return { path, code: code ?? 'field/invalid', message: `It ${message ?? 'is not valid'}.` }
}

const fieldProblems = (errors: readonly FastifySchemaValidationError[]): FieldProblem[] => {
  const problems = errors.slice(0, mostRead).map(fieldProblem)
  const distinct = new Map(problems.map((problem) => [`${problem.path} ${problem.code}`, problem]))
  return [...distinct.values()].slice(0, mostAnswered)
}

const fromFastify: Readonly<Record<string, readonly [number, string, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'request/too-large', 'The body is larger than 64 KiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'request/unsupported-type',
    'The body must be application/json.',
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'request/malformed', 'The body is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'request/malformed', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'request/malformed',
    'The body is not as long as its header says.',
  ],
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Whether the route takes input, which may then be the cause. */
const takesInput = ({ routeOptions: { schema } }: FastifyRequest): boolean =>
  schema?.body !== undefined || schema?.params !== undefined || schema?.querystring !== undefined

/**
 * The provider's status and words are about our request, not the caller's: neither is passed on.
 */
const providerProblem = (error: unknown, request: FastifyRequest): Problem => {
  const told = { err: error, requestId: request.id, providerRequestId: providerRequestId(error) }
  const outage = translateOutage(error)
  if (outage instanceof Problem) {
    request.log.warn(told, 'payment provider unavailable')
    return outage
  }
  request.log.error(told, 'payment provider refused')
  return isRefusal(error) && takesInput(request)
    ? new Problem(422, 'payment/refused', 'The payment provider does not accept this.')
    : new Problem(500, 'internal', 'Something went wrong on our side.')
}

const problemOf = (error: unknown, request: FastifyRequest): Problem => {
  if (isProviderError(error)) return providerProblem(error, request)
  if (error instanceof Problem) {
    if (error.statusCode === 503) request.log.warn({ code: error.code }, 'unavailable')
    return error
  }
  const failure = classifyQueryError(error)
  // The user was deleted during the request, after the token was checked.
  if (failure === 'user-deleted') return unauthenticated()
  if (failure === 'unavailable') {
    request.log.warn({ err: error }, 'database unavailable')
    return new Problem(
      503,
      'database/unavailable',
      'This cannot be answered right now. Please try again.',
      { retryAfter: 2 },
    )
  }
  if (isFastifyError(error)) {
    if (error.validation !== undefined) return invalid(fieldProblems(error.validation))
    const known = fromFastify[error.code]
    if (known !== undefined) return new Problem(...known)
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return new Problem(error.statusCode, 'request/malformed', 'The request cannot be understood.')
    }
  }
  request.log.error({ err: error }, 'request failed')
  return new Problem(500, 'internal', 'Something went wrong on our side.')
}

const send = (reply: FastifyReply, problem: Problem) => {
  const { retryAfter } = problem.extras
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter))
  return reply
    .code(problem.statusCode)
    .type('application/problem+json')
    .send(JSON.stringify(problem.body))
}

/**
 * For errors before any route is found, such as a URL that cannot be decoded. No hook runs then.
 */
export const answerFrameworkErrors = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  void send(setAnswerHeaders(request, reply), problemOf(error, request))
}

/** Answers every failure as RFC 9457 problem details. */
export const answerErrors = (app: App) => {
  app.setErrorHandler((error, request, reply) => send(reply, problemOf(error, request)))
}

export const answerUnknownRoutes = (app: App) => {
  app.setNotFoundHandler((_request, reply) =>
    send(reply, new Problem(404, 'route/not-found', 'There is nothing at this address.')),
  )
}
