import type { FastifyRequest } from 'fastify'

const traceIds = new WeakMap<FastifyRequest, string>()

/** The trace that a request belongs to, 32 hex digits; undefined when none of it is kept. */
export const traceIdOf = (request: FastifyRequest): string | undefined => traceIds.get(request)

export const setTraceId = (request: FastifyRequest, traceId: string) =>
  traceIds.set(request, traceId)
