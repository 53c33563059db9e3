import { createHash } from 'node:crypto'
import type { InlineSources } from './site-manifest.ts'

/** What a page fetches before it can come alive, so that the browser starts on it while it still reads the document. */
export type Preloads = { readonly scripts: readonly string[]; readonly data: readonly string[] }

const charset = /<meta charset="utf-8"\/?>/i
const scriptsOrStyles = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi
/** Any other type is data, which no policy stops. */
const scriptType = /\btype="(?!module"|text\/javascript"|application\/javascript")/i
const openingTag = /<[a-z][^>]*>/gi
const styleAttribute = /\sstyle="([^"]*)"/i

const entities: Readonly<Record<string, string>> = { '&quot;': '"', '&#x27;': "'", '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }

const decode = (text: string) => text.replaceAll(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

/** The hash source of a text that stands in a document. */
const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const asyncScript = /<script src="([^"]+)" async\b/g

/**
 * Puts the preloads right behind the character set, which has to come within the first kilobyte. The document's own scripts,
 * which browsers fetch after all else for being asynchronous, are among them: no other comes alive without them. All of low
 * priority, for none is needed to paint.
 */
export const addPreloads = (html: string, { scripts, data }: Preloads): string => {
  const own = [...html.matchAll(asyncScript)].map(([, href = '']) => href)
  const links = [
    ...data.map((href) => `<link rel="preload" as="fetch" crossorigin="anonymous" fetchpriority="low" href="${href}"/>`),
    ...[...own, ...scripts].map((href) => `<link rel="preload" as="script" fetchpriority="low" href="${href}"/>`),
  ].join('')
  return charset.test(html) ? html.replace(charset, (found) => found + links) : html.replace('</head>', () => `${links}</head>`)
}

const chunkMapping = /<script\s+id="gatsby-chunk-mapping"\s*>[^]*?<\/script>/

/**
 * Leaves out Gatsby's table of every page's chunks, 5 kB of each document: it is written as a string in which the runtime finds
 * nothing. The runtime still looks, so there has to be an object.
 */
export const dropChunkMapping = (html: string): string => html.replace(chunkMapping, '<script>window.___chunkMapping={}</script>')

/** The hash sources of what stands in the document itself: scripts, styles and style attributes. */
export const inlineSourcesOf = (html: string): InlineSources => {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const styleAttributes = new Set<string>()
  const markup = html.replaceAll(scriptsOrStyles, (_, name: string, attributes: string, text: string) => {
    if (name.toLowerCase() === 'style') styles.add(source(text))
    else if (text !== '' && !/\bsrc=/.test(attributes) && !scriptType.test(attributes)) scripts.add(source(text))
    return ''
  })
  for (const [tag] of markup.matchAll(openingTag)) {
    const style = styleAttribute.exec(tag)?.[1]
    if (style !== undefined) styleAttributes.add(source(decode(style)))
  }
  return { scripts: [...scripts], styles: [...styles], styleAttributes: [...styleAttributes] }
}

const loader = /<script id="gatsby-script-loader">([^]*?)<\/script>/

/**
 * Prepares a document for being sent with the query that it was asked for with, which stands where Gatsby's runtime looks for
 * it, in the script that begins with the page's path; without it there, the runtime would ask for the page's data anew. Nothing
 * else in a document depends on it, so the rest is made ready once. Null for a document without that script.
 */
export const makeAddressable = ({ text, inline }: { readonly text: string; readonly inline: InlineSources }, pagePath: string) => {
  const [, script] = loader.exec(text) ?? []
  if (script === undefined) return null
  const start = text.indexOf(script)
  const head = Buffer.from(text.slice(0, start))
  const tail = Buffer.from(text.slice(start + script.length))
  const own = source(script)
  const otherScripts = inline.scripts.filter((each) => each !== own)
  return (search: string): { readonly bytes: Buffer; readonly inline: InlineSources } => {
    const addressed = script
      .replace(`window.pagePath="${pagePath}"`, () => `window.pagePath="${pagePath}${search}"`)
      .replace(`"path":"${pagePath}"`, () => `"path":"${pagePath}${search}"`)
    return { bytes: Buffer.concat([head, Buffer.from(addressed), tail]), inline: { ...inline, scripts: [...otherScripts, source(addressed)] } }
  }
}

/** The query as Gatsby's runtime writes it; empty without one. */
export const searchOf = (query: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return entries.length === 0 ? '' : `?${entries.join('&')}`
}

export const etagOf = (content: string | Buffer): string => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
