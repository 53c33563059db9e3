import path from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { SendOptions } from '@fastify/static'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Registry } from 'prom-client'
import type { Tracing } from '../../adapters/telemetry/tracing.ts'
import { pageDataPath } from '../gatsby/internals.ts'
import { configPath } from '../app/config.ts'
import { receiveReports } from './csp-reports.ts'
import type { Violation } from './csp-reports.ts'
import type { PreparePage } from './engines.ts'
import { measureRenders, observeAnswers, requestIdOf } from './observe.ts'
import type { AccessLog } from './observe.ts'
import { createDocumentPolicy, documentHeaders, helmetOptions } from './policy.ts'
import { createPageRenderer } from './render-pages.ts'
import type { Rendered } from './render-pages.ts'
import type { ServerSettings } from './settings.ts'
import { siteFolder } from './site-manifest.ts'
import type { InlineSources, SiteManifest } from './site-manifest.ts'

export type SiteServerParts = {
  /** The project's root folder. */
  readonly root: string
  readonly manifest: SiteManifest
  readonly prepare: PreparePage
  readonly settings: Pick<ServerSettings, 'config' | 'siteUrl' | 'takesReports'>
  /** Called with an error from rendering a page, and the page's path. */
  readonly onError: (error: unknown, path: string) => void
  /** Called with CSP violations, if the settings ask for reports. */
  readonly onViolation: (violation: Violation) => void
  readonly log: AccessLog
  readonly registry: Registry
  /** Null: nothing is traced. */
  readonly tracing?: Tracing | null
}

const revalidated = 'public, max-age=0, must-revalidate'
const text = 'text/plain; charset=utf-8'
const notFoundPath = '/404'

/** The paths of the error documents; captures the status. */
const errorDocument = /^\/(404|500)(?:\.html)?$/

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/'

/** The query with its question mark; empty without one. */
const queryOf = (url: string): string => url.slice(pathOf(url).length)

const isDecodable = (url: string): boolean => {
  try {
    decodeURIComponent(pathOf(url))
    return true
  } catch {
    return false
  }
}

const stepOf = ({ query }: FastifyRequest) => ({ step: (query as Record<string, unknown>)['step'] })

const sendRendered = ({ headers }: FastifyRequest, reply: FastifyReply, rendered: Rendered) => {
  const { status, etag, bodies } = rendered
  void reply.headers({ vary: 'accept-encoding', 'cache-control': revalidated, etag })
  for (const [name, value] of Object.entries(rendered.headers)) {
    // Helmet's headers win over Gatsby's defaults for some of them.
    if (!reply.raw.hasHeader(name)) void reply.header(name, value)
  }
  const known = headers['if-none-match']?.split(',').map((each) => each.trim()) ?? []
  if (status === 200 && (known.includes(etag) || known.includes('*'))) return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = negotiate(accepted, ['br', 'gzip']) as 'br' | 'gzip' | null
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.code(status).send(bodies[encoding ?? 'identity'])
}

/**
 * The built site as a server: its files, the pages rendered on request, /config.json and /health.
 */
export const createSiteServer = (parts: SiteServerParts): FastifyInstance => {
  const { root, manifest, settings, onError, onViolation, log, registry } = parts
  const folder = (name: string) => path.join(root, siteFolder, name)
  const documents = new Map(manifest.documents.map((document) => [document.path, document]))
  const render = createPageRenderer(measureRenders(parts.prepare, registry))
  const policyOf = createDocumentPolicy(settings)
  const headersOfDocuments = documentHeaders(settings)

  const app = Fastify({
    // Longer than the keep-alive of the proxies in front, so that none reuses a connection just
    // closed.
    keepAliveTimeout: 65_000,
    bodyLimit: 1024,
    forceCloseConnections: 'idle',
    // While stopping, still answers requests on connections that a proxy keeps in use.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // A path that cannot be decoded names no page.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : notFoundPath),
  })
  parts.tracing?.traceRequests(app)
  observeAnswers(app, { log, registry })
  void app.register(helmet, helmetOptions(settings))

  // A route for each existing file, so that no file path is built from a request.
  const files = {
    preCompressed: true,
    wildcard: false,
    index: false as const,
    serveDotFiles: true,
    globIgnore: ['**/*.{br,gz}'],
    // The payment provider's frame, of another origin, shows our fonts too.
    setHeaders: (reply: { header(name: string, value: string): unknown }, file: string) => {
      if (file.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
    },
  }
  const forever = { maxAge: '1y', immutable: true, decorateReply: false }
  void app.register(fastifyStatic, { ...files, root: folder('files') })
  void app.register(fastifyStatic, { ...files, ...forever, root: folder('immutable') })

  const describe = (reply: FastifyReply, link: string, inline: InlineSources) => {
    reply.helmet({ contentSecurityPolicy: policyOf(inline) })
    return reply.headers({ link, ...headersOfDocuments })
  }

  const sendDocument = (reply: FastifyReply, name: string, more: SendOptions = {}) => {
    const document = documents.get(name)
    if (!document) throw new Error(`The build has no document ${name}.`)
    const options = { root: folder('documents'), cacheControl: false, ...more }
    return describe(reply, document.link, document.inline).sendFile(document.file, options)
  }

  /**
   * Sends the error page to people, and a line of text to a request for a script, a style or data.
   */
  const sendError = (request: FastifyRequest, reply: FastifyReply, status: 404 | 500) => {
    void reply.code(status).header('cache-control', 'no-cache')
    if (documents.has(`/${status}`) && request.headers.accept?.includes('text/html')) {
      // Without validators: a 304 would leave the browser without a page.
      const options = { etag: false, lastModified: false, acceptRanges: false }
      return sendDocument(reply, `/${status}`, options)
    }
    return reply.type(text).send(status === 404 ? 'Not found.' : 'Something went wrong.')
  }

  /** Serves a path, and redirects there from the same path with a trailing slash. */
  const answerAt = (route: string, handler: RouteHandlerMethod) => {
    app.get(route, handler)
    if (route === '/') return
    app.get(`${route}/`, ({ url }, reply) => reply.redirect(encodeURI(route) + queryOf(url), 301))
  }

  answerAt('/health', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', build: manifest.build }),
  )
  answerAt(configPath, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(settings.config),
  )
  for (const name of documents.keys()) {
    answerAt(name, (request, reply) => {
      const status = errorDocument.exec(name)?.[1]
      if (status) return sendError(request, reply, status === '404' ? 404 : 500)
      return sendDocument(reply.header('cache-control', revalidated), name)
    })
  }
  for (const page of manifest.pages) {
    answerAt(page.path, async (request, reply) => {
      const rendered = await render.document(page, stepOf(request))
      if (rendered.inline) describe(reply, page.link, rendered.inline)
      return sendRendered(request, reply, rendered)
    })
    app.get(pageDataPath(page.path), async (request, reply) =>
      sendRendered(request, reply, await render.data(page, stepOf(request))),
    )
  }
  for (const { from, to, status } of manifest.redirects) {
    app.get(from, ({ url }, reply) => reply.redirect(to + queryOf(url), status))
  }

  if (settings.takesReports) void app.register(receiveReports(onViolation))
  app.setNotFoundHandler((request, reply) => {
    if (['GET', 'HEAD'].includes(request.method)) return sendError(request, reply, 404)
    const only = 'Only GET and HEAD are answered here.'
    return reply.code(405).header('allow', 'GET, HEAD').type(text).send(only)
  })
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode < 500) return reply.code(statusCode).type(text).send('That could not be read.')
    onError(error, pathOf(request.url))
    return sendError(request, reply, 500)
  })
  return app
}
