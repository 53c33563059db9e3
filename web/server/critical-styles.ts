import { parse } from 'postcss'
import type { AtRule, Root, Rule } from 'postcss'
import createSelectorParser from 'postcss-selector-parser'
import type { Selector } from 'postcss-selector-parser'

type Classes = ReadonlySet<string>

/** What these hold need not be there for the selector to match. */
const conditional: ReadonlySet<string> = new Set([':not', ':is', ':where', ':has'])

const selectors = createSelectorParser()

/** The classes without which the selector matches nothing. */
const classesOf = (selector: Selector): readonly string[] =>
  selector.nodes.flatMap((node) => {
    if (node.type === 'class') return [node.value]
    if (node.type !== 'pseudo' || conditional.has(node.value)) return []
    return node.nodes.flatMap(classesOf)
  })

const isAnimation = ({ name }: AtRule) => name.endsWith('keyframes')
const isOfAnimation = ({ parent }: Rule) => parent?.type === 'atrule' && isAnimation(parent as AtRule)

/** The classes that each selector of a rule needs; where one needs none, the rule holds in every document. */
type Needs = readonly (readonly string[])[]

/** A sheet, and for each of its rules the classes that each of its selectors needs. */
const readSheet = (css: string) => {
  const root = parse(css)
  const needs = new Map<string, Needs>()
  root.walkRules((rule) => {
    if (!isOfAnimation(rule)) needs.set(rule.selector, selectors.astSync(rule.selector).nodes.map(classesOf))
  })
  return { root, needs }
}

const holdWith = (present: Classes) => (needs: Needs) => needs.some((classes) => classes.every((name) => present.has(name)))
const holdEverywhere = holdWith(new Set())

const trimSheet = ({ root, needs }: ReturnType<typeof readSheet>, isKept: (needs: Needs) => boolean): string => {
  const sheet: Root = root.clone()
  sheet.walkRules((rule) => {
    if (!isOfAnimation(rule) && !isKept(needs.get(rule.selector) ?? [])) rule.remove()
  })
  const animations: AtRule[] = []
  sheet.walkAtRules((atRule) => {
    if (isAnimation(atRule)) animations.push(atRule.remove())
  })
  sheet.walkAtRules((atRule) => {
    const isForAll = atRule.nodes?.[0]?.type === 'decl'
    if (atRule.nodes?.length === 0 || (isForAll && !isKept([[]]))) atRule.remove()
  })
  const kept = sheet.toString()
  return kept + animations.filter(({ params }) => kept.includes(params)).join('')
}

const inlineSheet = /<style data-href="([^"]+)" data-identity="gatsby-global-css">([^]*?)<\/style>/

const words = /[a-z_][\w-]*/gi

/** Finds the classes of a sheet that scripts name, and so may set on what they show. */
export const createClassFinder = (css: string) => {
  const classes = [...new Set([...readSheet(css).needs.values()].flat(2))]
  return (scripts: readonly string[]): readonly string[] => {
    const named = new Set(scripts.flatMap((script) => script.match(words) ?? []))
    return classes.filter((name) => named.has(name))
  }
}

/**
 * Leaves of a sheet what documents may be without. What asks for no class each of them has itself, and put to use once more, it would
 * have the browser work out the style of every element anew.
 */
export const keepClassRules = (css: string): string => trimSheet(readSheet(css), (needs) => !holdEverywhere(needs))

/**
 * Leaves of a document's inline style sheet what the document itself needs. The whole sheet follows as a file at its
 * end, for print alone until the page's scripts widen it (`whole-styles.ts`), so that it holds nothing back: what is shown
 * later needs it, and every other page finds it in the cache. With `ahead`, the classes that the page's own scripts name, the
 * document has the rules for these too, and the file is disabled: nothing fetches it before the page is alive. (For print
 * then as well, or Chromium would fetch it for being named.)
 */
export const createStyleTrimmer = () => {
  const sheets = new Map<string, ReturnType<typeof readSheet>>()
  const trimmed = new Map<string, string>()

  const trim = (href: string, css: string, present: Classes): string => {
    const key = `${href} ${[...present].toSorted().join(' ')}`
    const known = trimmed.get(key)
    if (known !== undefined) return known
    const sheet = sheets.get(href) ?? readSheet(css)
    sheets.set(href, sheet)
    const text = trimSheet(sheet, holdWith(present))
    trimmed.set(key, text)
    return text
  }

  return (html: string, ahead: readonly string[] | null = null): string => {
    const [whole, href = '', css = ''] = inlineSheet.exec(html) ?? []
    if (whole === undefined) return html
    const present = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)).concat(ahead ?? []))
    const start = html.indexOf(whole)
    const end = html.lastIndexOf('</body>')
    const style = `<style data-href="${href}" data-identity="gatsby-global-css">${trim(href, css, present)}</style>`
    const link = `<link rel="stylesheet" media="print"${ahead ? ' disabled' : ''} href="${href}"/>`
    return html.slice(0, start) + style + html.slice(start + whole.length, end) + link + html.slice(end)
  }
}
