import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import type { SiteConfig } from '#web/app/config.ts'
import { createSiteServer } from '#web/server/app.ts'
import type { SiteServerParts } from '#web/server/app.ts'
import type { Violation } from '#web/server/csp-reports.ts'
import { contentsOf } from '#web/server/documents.ts'
import type { PageRequest, PreparePage } from '#web/server/engines.ts'
import { siteFolder } from '#web/server/site-manifest.ts'
import type { RenderedPage, SiteManifest, StaticDocument } from '#web/server/site-manifest.ts'

export const aSiteConfig: SiteConfig = {
  adminApiUrl: 'http://api.test',
  firebase: { projectId: 'demo-test', apiKey: 'key', authDomain: 'auth.test' },
  authEmulatorUrl: 'http://identity.test',
  stripe: { publishableKey: 'pk_test_1', scriptUrl: 'http://pay.test/v3/stripe.js' },
  analytics: { apiKey: 'key', serverUrl: 'http://events.test/upload' },
  sentry: { dsn: 'http://key@errors.test:9/1' },
}

export const aSetting = {
  config: aSiteConfig,
  siteUrl: 'http://localhost:8000',
  takesReports: false,
}

const documentOf = (words: string, script = words) =>
  `<html><head><meta charSet="utf-8"/></head><body><div style="outline:none">${words}</div><script>say("${script}")</script></body></html>`

/** A document as Gatsby writes it, with the page's path where its runtime looks for it. */
export const renderedDocumentOf = (pagePath: string, words: string) => {
  const data = JSON.stringify({ componentChunkName: 'survey', path: pagePath, result: words })
  const script = `/*<![CDATA[*/window.pagePath="${pagePath}";window.pageData=${data};/*]]>*/`
  return documentOf('same', 'hello').replace(
    '<script>',
    () => `<script id="gatsby-script-loader">${script}</script><script>`,
  )
}

const link = '</survey-1.js>; rel=preload; as=script; fetchpriority=low'

/** A build of a handful of files, in a folder of its own. */
const aBuild = () => {
  const root = mkdtempSync(path.join(tmpdir(), 'evenkeel-site-server-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    const file = path.join(root, siteFolder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text))
  }
  const document = (route: string, file: string, words: string): StaticDocument => {
    write(`documents/${file}`, documentOf(words))
    return { path: route, file, link, inline: contentsOf(documentOf(words)).inline }
  }
  const page = (route: string, isDeferred: boolean): RenderedPage => {
    const { scripts } = contentsOf(renderedDocumentOf(route, 'same'))
    return { path: route, isDeferred, link, scripts }
  }
  write('immutable/app-1.js', 'run()'.repeat(200))
  write('immutable/text-1.woff2', 'letters')
  write('files/robots.txt', 'User-agent: *')
  write('files/.well-known/security.txt', 'Contact: mailto:safe@example.com')
  const manifest: SiteManifest = {
    build: 'build-1',
    engine: '',
    documents: [
      document('/', 'index.html', 'Home'),
      document('/404', '404/index.html', 'Nothing here'),
      document('/500', '500/index.html', 'Broken'),
      document('/company', 'company/index.html', 'Company'),
    ],
    pages: [page('/sign-up/survey', false), page('/termsofuse', true)],
    redirects: [{ from: '/terms', to: '/termsofuse', status: 301 }],
  }
  return { root, manifest }
}

type Page = {
  readonly headers?: Readonly<Record<string, string>>
  readonly data?: string
  readonly status?: number
  readonly html?: () => string
}

/**
 * The site's server with pages made up by a test. `rendered` lists the rendered pages in order.
 */
export const aSite = (
  pageOf: (pagePath: string, request: PageRequest) => Page = () => ({}),
  more: Partial<SiteServerParts> = {},
) => {
  const rendered: string[] = []
  const errors: string[] = []
  const violations: Violation[] = []
  const lines: object[] = []
  const registry = new Registry()
  const prepare: PreparePage = async (pagePath, request) => {
    const {
      data = 'same',
      status = 200,
      headers = {},
      html = () => renderedDocumentOf(pagePath, data),
    } = pageOf(pagePath, request)
    const pageData = { componentChunkName: 'survey', path: pagePath, result: data }
    return {
      status,
      headers,
      pageData,
      renderHtml: async () => {
        rendered.push(pagePath)
        return html()
      },
    }
  }
  const app = createSiteServer({
    ...aBuild(),
    prepare,
    settings: aSetting,
    log: { info: (line) => lines.push(line) },
    registry,
    onViolation: (violation) => violations.push(violation),
    onError: (error, path) =>
      errors.push(`${path}: ${error instanceof Error ? error.message : String(error)}`),
    ...more,
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml', ...headers } })
  return { app, get, rendered, errors, violations, lines, registry }
}
