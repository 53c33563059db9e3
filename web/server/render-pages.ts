import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { knownSourcesOf } from './documents.ts'
import type { PageRequest, PreparedPage, PreparePage } from './engines.ts'
import type { InlineSources, RenderedPage } from './site-manifest.ts'

/** A rendered answer in each encoding. */
export type Rendered = {
  readonly status: number
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>
  /** The inline parts of a document; absent for other answers. */
  readonly inline?: InlineSources
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** The size of the cache, in responses. */
const capacity = 300

/** A visitor waits, and the highest level takes ten times as long to save a few percent. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

const answerOf = async (
  { status, headers }: PreparedPage,
  text: string,
  type: string,
  inline?: InlineSources,
): Promise<Rendered> => {
  const identity = Buffer.from(text)
  const [br, zipped] = await Promise.all([brotli(identity, { params }), zip(identity)])
  const hash = createHash('sha256').update(identity).digest('base64url')
  return {
    status,
    // A weak ETag, shared by all encodings.
    etag: `W/"${hash.slice(0, 22)}"`,
    headers: { 'content-type': `${type}; charset=utf-8`, ...headers },
    bodies: { br, gzip: zipped, identity },
    ...(inline && { inline }),
  }
}

const renderDocument = async ({ scripts }: RenderedPage, page: PreparedPage) => {
  const html = await page.renderHtml()
  return answerOf(page, html, 'text/html', knownSourcesOf(html, scripts))
}

/**
 * Renders pages on request. A deferred page is rendered once. For any other, the data are fetched
 * for every request, and the page is rendered again when they differ: the server knows no visitor,
 * so the HTML depends only on the data and the step in the URL.
 */
export const createPageRenderer = (prepare: PreparePage) => {
  const cache = new LRUCache<string, Rendered, () => Promise<Rendered>>({
    max: capacity,
    fetchMethod: (_key, _stale, { context: render }) => render(),
    // A response that is evicted while it is being rendered still reaches the requests waiting for
    // it.
    ignoreFetchAbort: true,
  })
  const once = (key: readonly unknown[], render: () => Promise<Rendered>) =>
    cache.forceFetch(JSON.stringify(key), { context: render })

  return {
    document: async (route: RenderedPage, request: PageRequest): Promise<Rendered> => {
      if (route.isDeferred) {
        const render = async () => renderDocument(route, await prepare(route.path, request))
        return once([route.path], render)
      }
      const page = await prepare(route.path, request)
      const key = [route.path, page.status, page.headers, page.pageData]
      return once(key, () => renderDocument(route, page))
    },
    data: async ({ path }: RenderedPage, request: PageRequest): Promise<Rendered> => {
      const page = await prepare(path, request)
      const text = JSON.stringify(page.pageData)
      return once([page.status, page.headers, text], () => answerOf(page, text, 'application/json'))
    },
  }
}
