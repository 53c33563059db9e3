import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { configPath } from '../app/config.ts'
import { needsApp } from '../app/needs-app.ts'
import { receiveReports } from './csp-reports.ts'
import type { Violation } from './csp-reports.ts'
import { acceptedEncodings, fileContent } from './content.ts'
import type { Content } from './content.ts'
import type { Engines } from './engines.ts'
import { answerHeaders, createDocumentHeaders } from './policy.ts'
import { createPageRenderer } from './render-pages.ts'
import type { ServerSettings } from './settings.ts'
import { chunksBeside, dataBeside } from './page-chunks.ts'
import { appDataPath, chunksOf, pageDataPath } from './site-manifest.ts'
import type { SiteManifest } from './site-manifest.ts'

export type SiteServerParts = {
  /** The folder of the project. */
  readonly root: string
  readonly manifest: SiteManifest
  readonly engines: Engines
  readonly settings: Pick<ServerSettings, 'config' | 'siteUrl' | 'takesReports'>
  /** What went wrong while a page was made, and its path. */
  readonly onFault: (error: unknown, path: string) => void
  /** What the policy of a document stopped, where the settings ask for it. */
  readonly onViolation: (violation: Violation) => void
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((each) => ['*', etag].includes(each.trim()))

const pathOf = (url: string): string => {
  const [path = '/'] = url.split('?', 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The query with its question mark; empty without one. */
const queryOf = (url: string): string => url.slice(url.split('?', 1)[0]?.length)

const healthPath = '/health'
/** Answered by the server itself. */
const ownPaths: ReadonlySet<string> = new Set([healthPath, configPath])

/** Answers of pages that are no pages: with their own status, wherever they are shown, and asked for anew each time. */
const errorPages = new Map([
  ['/404', 404],
  ['/404.html', 404],
  ['/500', 500],
  ['/500.html', 500],
])

const refuse = (reply: FastifyReply, status: number) =>
  reply.code(status).type('text/plain; charset=utf-8').send('That could not be read.')

const send = async ({ headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, content: Content, status = 200) => {
  void reply.headers(content.headers)
  if (status === 200 && matches(headers['if-none-match'], content.etag)) return reply.code(304).send()
  const { encoding, bytes } = await content.read(acceptedEncodings(headers['accept-encoding']))
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(status).send(bytes)
}

/** The built site as a server: its files, the pages its engines render, /config.json and /health. */
export const createSiteServer = ({ root, manifest, engines, settings, onFault, onViolation }: SiteServerParts): FastifyInstance => {
  const documentHeaders = createDocumentHeaders(settings)
  const general = answerHeaders(settings.siteUrl)
  const files = new Map<string, Content>(
    Object.entries(manifest.files).map(([path, file]) => [
      path,
      fileContent(root, file, file.inline && documentHeaders(file.inline)),
    ]),
  )
  const routes = new Map(manifest.engineRoutes.map((route) => [route.path, route]))
  const redirects = new Map(manifest.redirects.map((redirect) => [redirect.from, redirect]))
  const config = JSON.stringify(settings.config)

  const render = createPageRenderer({
    engines,
    documentHeaders,
    classesOf: (pagePath, { componentChunkName }) => (needsApp(pagePath) && manifest.classes[componentChunkName]) || null,
    preloadsOf: (pagePath, { componentChunkName }, isKept) => ({
      scripts: chunksOf(manifest, [componentChunkName, ...chunksBeside(pagePath)]),
      data: [appDataPath, ...dataBeside(pagePath), ...(isKept ? [pageDataPath(pagePath)] : [])],
    }),
  })

  /** The page for people; a line for whatever asked for a script, a style or data. */
  const sendError = (request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, status: 404 | 500) => {
    const page = files.get(`/${status}`) ?? files.get(`/${status}.html`)
    if (page && request.headers.accept?.includes('text/html')) {
      return send(request, reply, { ...page, headers: { ...page.headers, 'cache-control': 'no-cache' } }, status)
    }
    return reply.code(status).type('text/plain; charset=utf-8').send(status === 404 ? 'Not found.' : 'Something went wrong.')
  }

  const app = Fastify({
    // Longer than the proxies before it hold theirs, so that none meets a connection just closed.
    keepAliveTimeout: 65_000,
    bodyLimit: 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // A path that can not be decoded names no page.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(general)
      void (error.code === 'FST_ERR_BAD_URL' ? sendError(request, reply, 404) : refuse(reply, 400))
    },
  })

  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(general)
    done()
  })
  app.get(healthPath, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', build: manifest.build }))
  app.get(configPath, (_request, reply) =>
    reply.headers({ 'cache-control': 'no-cache' }).type('application/json; charset=utf-8').send(config))

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>('/*', async (request, reply) => {
    const path = pathOf(request.url)
    const file = files.get(path)
    if (file) {
      const status = errorPages.get(path)
      return status ? sendError(request, reply, status === 404 ? 404 : 500) : send(request, reply, file)
    }
    const route = routes.get(path)
    if (route) {
      const { status, content } = await render(route, { step: request.query['step'] })
      return send(request, reply, content, status)
    }
    const redirect = redirects.get(path)
    if (redirect) return reply.redirect(redirect.to + queryOf(request.url), redirect.status)
    const bare = path.replace(/(?<!\/)\/+$/, '')
    if (bare !== path && (files.has(bare) || routes.has(bare) || ownPaths.has(bare))) return reply.redirect(encodeURI(bare) + queryOf(request.url), 301)
    return sendError(request, reply, 404)
  })

  if (settings.takesReports) void app.register(receiveReports(onViolation))
  app.setNotFoundHandler((_request, reply) =>
    reply.code(405).headers({ allow: 'GET, HEAD' }).type('text/plain; charset=utf-8').send('Only GET and HEAD are answered here.'))
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode < 500) return refuse(reply, statusCode)
    onFault(error, pathOf(request.url))
    return sendError(request, reply, 500)
  })
  return app
}
