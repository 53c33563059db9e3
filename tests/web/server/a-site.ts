import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { SiteConfig } from '#web/app/config.ts'
import { createSiteServer } from '#web/server/app.ts'
import type { SiteServerParts } from '#web/server/app.ts'
import type { Violation } from '#web/server/csp-reports.ts'
import { etagOf, inlineSourcesOf, templateOf } from '#web/server/documents.ts'
import type { Engines, PageRequest } from '#web/server/engines.ts'
import type { ServedFile, SiteManifest } from '#web/server/site-manifest.ts'

export const aSiteConfig: SiteConfig = {
  adminApiUrl: 'http://api.test',
  firebase: { projectId: 'demo-test', apiKey: 'key', authDomain: 'auth.test' },
  authEmulatorUrl: 'http://identity.test',
  stripe: { publishableKey: 'pk_test_1', scriptUrl: 'http://pay.test/v3/stripe.js' },
  amplitude: { apiKey: 'key', serverUrl: 'http://events.test/2/httpapi' },
  sentry: { dsn: 'http://key@errors.test:9/1' },
}

export const aSetting = { config: aSiteConfig, siteUrl: 'http://localhost:8000', takesReports: false }

const documentOf = (words: string, script = words) =>
  `<html><head><meta charSet="utf-8"/></head><body><div style="outline:none">${words}</div><script>say("${script}")</script></body></html>`

/** As Gatsby writes it, with the page's path where its runtime looks for it. */
export const renderedDocumentOf = (pagePath: string, words: string) => {
  const data = JSON.stringify({ componentChunkName: 'survey', path: pagePath })
  const script = `/*<![CDATA[*/window.pagePath="${pagePath}";window.pageData=${data};/*]]>*/`
  return documentOf(words, 'hello').replace('<script>', () => `<script id="gatsby-script-loader">${script}</script><script>`)
}

/** A build of a handful of files, in a folder of its own. */
const aBuild = () => {
  const root = mkdtempSync(path.join(tmpdir(), 'evenkeel-site-server-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(path.join(root, 'public'))
  const write = (name: string, text: string, more: Partial<ServedFile>): ServedFile => {
    const file = `public/${name}`
    writeFileSync(path.join(root, file), text)
    writeFileSync(path.join(root, `${file}.br`), brotliCompressSync(text))
    writeFileSync(path.join(root, `${file}.gz`), gzipSync(text))
    return {
      file,
      br: `${file}.br`,
      gzip: `${file}.gz`,
      type: 'text/html; charset=utf-8',
      cacheControl: 'public, max-age=0, must-revalidate',
      etag: etagOf(text),
      ...more,
    }
  }
  const page = (name: string, words: string) => write(name, documentOf(words), { inline: inlineSourcesOf(documentOf(words)) })
  const manifest: SiteManifest = {
    build: 'build-1',
    files: {
      '/': page('index.html', 'Home'),
      '/404': page('404.html', 'Nothing here'),
      '/500': page('500.html', 'Broken'),
      '/company': page('company.html', 'Company'),
      '/app-1.js': write('app-1.js', 'run()'.repeat(200), {
        type: 'text/javascript; charset=utf-8',
        cacheControl: 'public, max-age=31536000, immutable',
      }),
    },
    engineRoutes: [
      { path: '/sign-up/survey', isKept: false, scripts: templateOf(renderedDocumentOf('/sign-up/survey', 'same')) },
      { path: '/page-data/sign-up/survey/page-data.json', isKept: false },
      { path: '/termsofuse', isKept: true, scripts: templateOf(renderedDocumentOf('/termsofuse', 'same')) },
      { path: '/page-data/termsofuse/page-data.json', isKept: true },
    ],
    redirects: [{ from: '/terms', to: '/termsofuse', status: 301 }],
    chunks: { survey: ['/survey-1.js'], application: ['/application-1.js'] },
    classes: {},
  }
  return { root, manifest }
}

type Page = { readonly data?: string; readonly status?: number; readonly html?: () => string }

/** The site's server on pages that a test makes up. `rendered` names what was rendered, in order. */
export const aSite = (pageOf: (pagePath: string, request: PageRequest) => Page = () => ({}), more: Partial<SiteServerParts> = {}) => {
  const rendered: string[] = []
  const faults: string[] = []
  const violations: Violation[] = []
  const engines: Engines = {
    prepare: async (pagePath, request) => {
      const { data = 'same', status = 200, html = () => renderedDocumentOf(pagePath, data) } = pageOf(pagePath, request)
      return {
        status,
        headers: {},
        pageData: { componentChunkName: 'survey', path: pagePath, result: data },
        renderHtml: async () => {
          rendered.push(pagePath)
          return html()
        },
      }
    },
  }
  const app = createSiteServer({
    ...aBuild(),
    engines,
    settings: aSetting,
    onViolation: (violation) => violations.push(violation),
    onFault: (error, path) => faults.push(`${path}: ${error instanceof Error ? error.message : String(error)}`),
    ...more,
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml', ...headers } })
  return { app, get, rendered, faults, violations }
}
