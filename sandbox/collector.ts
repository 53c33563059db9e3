import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { ReceivedEvent } from './analytics-event.ts'
import { readUpload, uploadPath } from './analytics-upload.ts'
import { openJsonLines } from './json-lines.ts'
import { parseEnvelope } from './sentry-envelope.ts'

/** One error report as the Sentry SDK sent it. `summary` is its exception or message in a line. */
export type ReceivedError = {
  receivedAt: string
  eventId: string
  project: string
  summary: string
  report: Record<string, unknown>
}

export type Collected = {
  events: () => readonly ReceivedEvent[]
  errors: () => readonly ReceivedError[]
}

const keep = 5_000
const bodyLimit = 5 * 1024 * 1024
/** The largest decompressed size, so that a small body cannot fill the memory. */
const maxOutputLength = 4 * bodyLimit

const decoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => gunzipSync(body, { maxOutputLength }),
  deflate: (body) => inflateSync(body, { maxOutputLength }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength }),
}

/** Fastify passes no body, rather than an empty one, for a request without a body. */
const bytesOf = (body: Buffer | undefined | null) => body ?? Buffer.alloc(0)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const summarise = (report: Record<string, unknown>): string => {
  const exception = report['exception']
  const values =
    isObject(exception) && Array.isArray(exception['values'])
      ? (exception['values'] as unknown[])
      : []
  const last = values.at(-1)
  if (isObject(last)) return `${String(last['type'] ?? 'Error')}: ${String(last['value'] ?? '')}`
  const message = report['message']
  if (isObject(message)) return String(message['formatted'] ?? message['message'] ?? '')
  return typeof message === 'string' ? message : '(no message)'
}

/**
 * Receives what the browser SDKs of analytics and error reporting post and lists it: POST
 * /analytics, POST /api/:project/envelope/; GET and DELETE /_collector/events and
 * /_collector/errors. An event that a browser sends again is stored once.
 */
export const addCollector = async (
  server: FastifyInstance,
  { folder }: { folder: string },
): Promise<Collected> => {
  const events = openJsonLines<ReceivedEvent>(path.join(folder, 'analytics.jsonl'), keep)
  const errors = openJsonLines<ReceivedError>(path.join(folder, 'errors.jsonl'), keep)

  await server.register(async (app) => {
    await app.register(cors, {
      origin: '*',
      methods: ['GET', 'POST', 'DELETE', 'OPTIONS'],
      maxAge: 600,
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
      const encoding = request.headers['content-encoding']
      if (!encoding) {
        done(null, body)
        return
      }
      const decode = decoders[encoding]
      try {
        if (!decode) throw new Error(`Unknown content encoding "${encoding}"`)
        done(null, decode(body as Buffer))
      } catch (error) {
        done(Object.assign(error as Error, { statusCode: 400 }))
      }
    })

    app.post<{ Body: Buffer | undefined }>(uploadPath, async (request, reply) => {
      const upload = readUpload(bytesOf(request.body))
      const receivedAt = new Date().toISOString()
      for (const event of upload.events) {
        const isRepeated =
          event.id !== undefined &&
          events
            .items()
            .some(({ event: { id, browser } }) => id === event.id && browser === event.browser)
        if (!isRepeated) events.append({ receivedAt, event })
      }
      return reply.code(upload.status).send(upload.answer)
    })

    app.post<{ Params: { project: string }; Body: Buffer | undefined }>(
      '/api/:project/envelope/',
      async (request, reply) => {
        let envelope
        let reports: Record<string, unknown>[]
        try {
          envelope = parseEnvelope(bytesOf(request.body))
          reports = envelope.items
            .filter(({ header }) => header['type'] === 'event')
            .map(({ payload }) => JSON.parse(payload.toString('utf8')) as Record<string, unknown>)
        } catch (error) {
          return reply
            .code(400)
            .send({ detail: 'invalid envelope', causes: [(error as Error).message] })
        }
        const { header } = envelope
        const query = request.query as Record<string, unknown>
        if (!query['sentry_key'] && !request.headers['x-sentry-auth'] && !header['dsn']) {
          return reply.code(403).send({ detail: 'missing authorization information' })
        }
        for (const report of reports) {
          errors.append({
            receivedAt: new Date().toISOString(),
            eventId: String(report['event_id'] ?? header['event_id'] ?? ''),
            project: request.params.project,
            summary: summarise(report),
            report,
          })
        }
        return { id: header['event_id'] ?? randomUUID().replaceAll('-', '') }
      },
    )

    app.get('/_collector/events', async () => ({ data: events.items() }))
    app.get('/_collector/errors', async () => ({ data: errors.items() }))
    app.delete('/_collector/events', async (_request, reply) => {
      events.clear()
      return reply.code(204).send()
    })
    app.delete('/_collector/errors', async (_request, reply) => {
      errors.clear()
      return reply.code(204).send()
    })
  })

  return { events: events.items, errors: errors.items }
}
