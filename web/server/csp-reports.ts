import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'

/** Where browsers send CSP reports. */
export const reportsPath = '/csp-reports'

/**
 * Requests per minute, from all visitors together: one report of a problem says as much as a
 * thousand.
 */
const MOST_PER_MINUTE = 60
const MOST_BYTES = 16_384
/** The most reports accepted in a request; browsers send fewer. */
const MOST_AT_A_TIME = 20

type Fields = Readonly<Record<string, unknown>>

/** What was blocked and on which page, without the parts of a URL that may hold personal data. */
export type Violation = {
  readonly directive: string
  readonly blocked: string
  readonly path: string
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[a-z-]{1,40}$/.test(value) ? value : null

/** An origin, the scheme of a URL without one, or a keyword such as `inline`. */
const blockedOf = (value: unknown): string => {
  if (typeof value !== 'string' || !URL.canParse(value)) return wordOf(value) ?? 'unknown'
  const { origin, protocol } = new URL(value)
  return origin === 'null' ? protocol : origin
}

const pathOf = (value: unknown): string =>
  typeof value === 'string' && URL.canParse(value)
    ? new URL(value).pathname.slice(0, 200)
    : 'unknown'

/** The reports in a body: several in the format of `report-to`, one in that of `report-uri`. */
const reportsIn = (body: unknown): readonly Fields[] =>
  Array.isArray(body)
    ? body
        .slice(0, MOST_AT_A_TIME)
        .filter((report) => isFields(report) && report['type'] === 'csp-violation')
        .map((report: Fields) => report['body'])
        .filter(isFields)
    : [isFields(body) ? body['csp-report'] : null].filter(isFields)

const violationOf = (report: Fields): Violation => ({
  directive:
    wordOf(report['effectiveDirective'] ?? report['effective-directive']) ??
    wordOf(report['violated-directive']) ??
    'unknown',
  blocked: blockedOf(report['blockedURL'] ?? report['blocked-uri']),
  path: pathOf(report['documentURL'] ?? report['document-uri']),
})

/** Accepts CSP reports from browsers, limited in number and size. */
export const receiveReports =
  (onViolation: (violation: Violation) => void) => async (app: FastifyInstance) => {
    await app.register(rateLimit, {
      max: MOST_PER_MINUTE,
      timeWindow: 60_000,
      keyGenerator: () => 'everybody',
    })
    app.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      app.getDefaultJsonParser('error', 'error'),
    )
    app.post(reportsPath, (request, reply) => {
      for (const report of reportsIn(request.body)) onViolation(violationOf(report))
      return reply.code(204).send()
    })
  }
