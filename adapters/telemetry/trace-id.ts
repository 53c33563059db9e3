import type { FastifyRequest } from 'fastify'

const traceIds = new WeakMap<FastifyRequest, string>()

/** The id of the request's trace, 32 hex digits; undefined when the request is not traced. */
export const traceIdOf = (request: FastifyRequest): string | undefined => traceIds.get(request)

export const setTraceId = (request: FastifyRequest, traceId: string) =>
  traceIds.set(request, traceId)
