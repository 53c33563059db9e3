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

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Puts the preloads right behind the character set, which has to come within the first kilobyte. */
export const addPreloads = (html: string, { scripts, data }: Preloads): string => {
  const links = [
    ...data.map((href) => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${href}"/>`),
    ...scripts.map((href) => `<link rel="preload" as="script" href="${href}"/>`),
  ].join('')
  return charset.test(html) ? html.replace(charset, (found) => found + links) : html.replace('</head>', () => `${links}</head>`)
}

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

export const etagOf = (content: string | Buffer): string => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
