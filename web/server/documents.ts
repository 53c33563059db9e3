import { createHash } from 'node:crypto'
import { defaultTreeAdapter as tree, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { pageDataScriptId } from '../gatsby/internals.ts'
import type { InlineSources } from './site-manifest.ts'

type Element = DefaultTreeAdapterTypes.Element
type Template = DefaultTreeAdapterTypes.Template

/** A data block, which no policy blocks. */
const structuredData = 'application/ld+json'

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const elementsOf = (parent: DefaultTreeAdapterTypes.ParentNode): readonly Element[] =>
  parent.childNodes
    .filter(tree.isElementNode)
    .flatMap((element) => [
      element,
      ...elementsOf(
        element.tagName === 'template' ? tree.getTemplateContent(element as Template) : element,
      ),
    ])

const textOf = (element: Element): string =>
  element.childNodes
    .filter(tree.isTextNode)
    .map(({ value }) => value)
    .join('')

const attributeOf = ({ attrs }: Element, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value

/** Identifies a script element: its file, its id if it holds the page's data, or its text. */
const identityOf = (script: Element): string => {
  const src = attributeOf(script, 'src')
  if (src !== undefined) return src
  if (attributeOf(script, 'id') === pageDataScriptId) return pageDataScriptId
  const isData = attributeOf(script, 'type') === structuredData
  return (isData ? `${structuredData} ` : '') + source(textOf(script))
}

const isInline = (script: Element) =>
  attributeOf(script, 'src') === undefined && attributeOf(script, 'type') !== structuredData

const hashesOf = (texts: readonly string[]) => [...new Set(texts.map(source))]

/**
 * The script elements of a document as a browser parses it, and the sources of its inline parts.
 */
export const contentsOf = (html: string) => {
  const elements = elementsOf(parse(html))
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name)
  const inline: InlineSources = {
    scripts: hashesOf(named('script').filter(isInline).map(textOf)),
    styles: hashesOf(named('style').map(textOf)),
    styleAttributes: hashesOf(elements.flatMap((element) => attributeOf(element, 'style') ?? [])),
  }
  return { scripts: named('script').map(identityOf), inline }
}

/**
 * The hash sources of a rendered document's inline parts. Throws when it has an unknown script
 * element, or a known one more often than expected: something was injected.
 */
export const knownSourcesOf = (html: string, known: readonly string[]): InlineSources => {
  const { scripts, inline } = contentsOf(html)
  const left = [...known]
  for (const script of scripts) {
    const index = left.indexOf(script)
    if (index < 0) throw new Error(`The document has a script that is not of the build: ${script}`)
    left.splice(index, 1)
  }
  return inline
}
