import type { FieldProblem } from './domain/answers.ts'

type ProblemExtras = {
  readonly errors?: readonly FieldProblem[]
  readonly declineCode?: string | null
  readonly clientSecret?: string
  /** Seconds, sent as the Retry-After header. */
  readonly retryAfter?: number
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported content type',
  422: 'Not valid',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}

/** An expected failure, answered as RFC 9457 problem details. `code` is what clients switch on. */
export class Problem extends Error {
  readonly statusCode: number
  readonly code: string
  readonly extras: ProblemExtras

  /** `cause` is only for logs. */
  constructor(
    statusCode: number,
    code: string,
    detail: string,
    extras: ProblemExtras = {},
    cause?: unknown,
  ) {
    super(detail, { cause })
    this.name = 'Problem'
    this.statusCode = statusCode
    this.code = code
    this.extras = extras
  }

  /** The `application/problem+json` body. */
  get body() {
    const { retryAfter: _, ...members } = this.extras
    return {
      type: `urn:problem:${this.code}`,
      title: titles[this.statusCode] ?? 'Error',
      status: this.statusCode,
      detail: this.message,
      code: this.code,
      ...members,
    }
  }
}

/** 429, to be repeated when the window ends. */
export const limited = (ttlMs: number): Problem =>
  new Problem(429, 'rate/limited', 'Too many requests. Please wait a moment and try again.', {
    retryAfter: Math.max(1, Math.ceil(ttlMs / 1000)),
  })

/** 422 naming every wrong field. */
export const invalid = (errors: readonly FieldProblem[]): Problem =>
  new Problem(422, 'request/invalid', 'The request has fields that are not valid.', { errors })
