import { PortUnavailable } from '#core/model/failures.ts'
import type { FieldError } from '#core/model/failures.ts'
import type { HttpAnswer } from './retrying-fetch.ts'

/**
 * Method and path of the request, without query and body, which may contain what a visitor typed.
 */
export type Called = { readonly method: string; readonly path: string }

export type Success = {
  readonly ok: true
  readonly status: number
  readonly data: object
  /** Set when a list continues after this page. */
  readonly nextCursor: string | null
}

/** RFC 9457 problem details, as far as they are read. */
export type Problem = {
  readonly ok: false
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly declineCode: string | null
  readonly clientSecret: string | null
  readonly retryAfterSeconds: number
}

/** The default wait when the server names none, in seconds. */
const DEFAULT_RETRY_AFTER = 30

export const summarise = ({ method, path }: Called, status: number, code: string): string =>
  `${method} ${path} answered ${status} ${code}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const textOr = <T>(value: unknown, otherwise: T): string | T =>
  typeof value === 'string' ? value : otherwise

/**
 * Reads the data or the problem in a response.
 * @throws PortUnavailable for a 5xx and for a response that is not in the admin API's format, such
 * as a proxy's.
 */
export const readAnswer = (
  call: Called,
  { status, header, text }: HttpAnswer,
): Success | Problem => {
  const parsed = parse(text)
  const body = isRecord(parsed) ? parsed : {}
  if (status === 204) return { ok: true, status, data: {}, nextCursor: null }
  if (status >= 200 && status < 300 && typeof body.data === 'object' && body.data !== null) {
    return { ok: true, status, data: body.data, nextCursor: textOr(body.nextCursor, null) }
  }
  if (status >= 400 && status < 500 && typeof body.code === 'string') {
    const wait = Number.parseInt(header('Retry-After') ?? '', 10)
    return {
      ok: false,
      status,
      code: body.code,
      detail: textOr(body.detail, ''),
      errors: Array.isArray(body.errors) ? (body.errors as FieldError[]) : [],
      declineCode: textOr(body.declineCode, null),
      clientSecret: textOr(body.clientSecret, null),
      retryAfterSeconds: Number.isNaN(wait) ? DEFAULT_RETRY_AFTER : wait,
    }
  }
  throw new PortUnavailable(
    'admin-api',
    new Error(summarise(call, status, textOr(body.code, 'without the expected JSON'))),
  )
}
