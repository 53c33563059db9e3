import { createHash } from 'node:crypto'
import { defaultTreeAdapter, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { inlineJson } from '../app/inline-json.ts'
import type { PageData } from './engines.ts'
import type { InlineSources } from './site-manifest.ts'

/** What a page fetches before it can come alive, so that the browser starts on it while it still reads the document. */
export type Preloads = { readonly scripts: readonly string[]; readonly data: readonly string[] }

const charset = /<meta charset="utf-8"\/?>/i

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

type Element = DefaultTreeAdapterTypes.Element

const elementsOf = (parent: DefaultTreeAdapterTypes.ParentNode): readonly Element[] =>
  defaultTreeAdapter.getChildNodes(parent).filter(defaultTreeAdapter.isElementNode).flatMap((element) => [
    element,
    ...elementsOf(element.tagName === 'template' ? defaultTreeAdapter.getTemplateContent(element as DefaultTreeAdapterTypes.Template) : element),
  ])

const textOf = (element: Element): string =>
  defaultTreeAdapter.getChildNodes(element).filter(defaultTreeAdapter.isTextNode).map(({ value }) => value).join('')

const attributeOf = ({ attrs }: Element, name: string): string | undefined => attrs.find((attribute) => attribute.name === name)?.value

/** No script, but data, which no policy stops. */
const structuredData = 'application/ld+json'

const isHash = (script: string) => script.startsWith("'sha256-")

/** What is one script element's alone: the path of its file, or the hash source of its text; for data, behind the type. */
const identityOf = (script: Element): string => {
  const hash = source(textOf(script))
  return attributeOf(script, 'src') ?? (attributeOf(script, 'type') === structuredData ? `${structuredData} ${hash}` : hash)
}

/** The script elements, styles and style attributes of a document, as a browser parses it; each style and style attribute once. */
export const contentsOf = (html: string): InlineSources => {
  const elements = elementsOf(parse(html))
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name)
  const attributes = elements.flatMap((element) => attributeOf(element, 'style') ?? [])
  return {
    scripts: named('script').map(identityOf),
    styles: [...new Set(named('style').map(textOf).map(source))],
    styleAttributes: [...new Set(attributes.map(source))],
  }
}

/** The hash sources of what stands in a document that nobody but the build had a hand in. */
export const inlineSourcesOf = (html: string): InlineSources => {
  const contents = contentsOf(html)
  return { ...contents, scripts: [...new Set(contents.scripts.filter(isHash))] }
}

const dataScript = /<script id="gatsby-script-loader">[^]*?<\/script>/

/** The script elements that a rendered document always has: all but the one with the page's data. */
export const templateOf = (html: string): readonly string[] => contentsOf(dropChunkMapping(html.replace(dataScript, ''))).scripts

/**
 * Gives a rendered document its page's data, in place of the script that Gatsby wrote for that. Its runtime compares the path there with
 * the address, query and all, which the browser adds: so the document is the same for every query. `data` is null where the runtime
 * fetches it.
 */
export const writePageData = (html: string, pagePath: string, data: PageData | null) => {
  const path = `window.pagePath=${inlineJson(pagePath)}`
  const script = data ? `${path}+location.search;window.pageData=${inlineJson(data)};pageData.path=pagePath` : path
  return { text: html.replace(dataScript, () => `<script id="gatsby-script-loader">${script}</script>`), script: source(script) }
}

/**
 * The hash sources of what stands in a rendered document. Throws where it has other script elements than those known, or one of
 * them more often: something was written into it unescaped.
 */
export const knownSourcesOf = (html: string, known: readonly string[]): InlineSources => {
  const contents = contentsOf(html)
  const left = [...known]
  for (const script of contents.scripts) {
    const index = left.indexOf(script)
    if (index < 0) throw new Error(`The document has a script that is not of the build: ${JSON.stringify(script)}`)
    left.splice(index, 1)
  }
  return { ...contents, scripts: contents.scripts.filter(isHash) }
}

export const etagOf = (content: string | Buffer): string => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
