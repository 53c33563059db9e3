/** One rule of a style sheet, or a group of them under a condition. */
type Rule =
  | { readonly kind: 'rule'; readonly text: string; readonly classes: readonly (readonly string[])[] }
  | { readonly kind: 'group'; readonly prelude: string; readonly rules: readonly Rule[] }
  | { readonly kind: 'animation'; readonly text: string; readonly name: string }

const grouping = /^@(?:media|supports|container|layer)\b/
/** What these hold need not be there for the selector to match. */
const conditional = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g

/** Each selector's classes; a selector without any may match everything. */
const classesOf = (prelude: string): readonly (readonly string[])[] =>
  prelude
    .replaceAll(conditional, '')
    .split(',')
    .map((selector) => [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))

const ruleOf = (prelude: string, body: string): Rule => {
  const text = `${prelude}{${body}}`
  if (grouping.test(prelude)) return { kind: 'group', prelude, rules: parseStyles(body) }
  const animation = /^@(?:-webkit-)?keyframes\s+([\w-]+)/.exec(prelude)?.[1]
  if (animation !== undefined) return { kind: 'animation', text, name: animation }
  return { kind: 'rule', text, classes: prelude.startsWith('@') ? [[]] : classesOf(prelude) }
}

/** Reads a minified style sheet without comments. */
const parseStyles = (css: string): readonly Rule[] => {
  const rules: Rule[] = []
  let start = 0
  let depth = 0
  let open = 0
  let quote = ''
  for (let index = 0; index < css.length; index += 1) {
    const character = css.charAt(index)
    if (quote !== '') {
      if (character === '\\') index += 1
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') {
      if (depth === 0) open = index
      depth += 1
    } else if (character === '}') {
      depth -= 1
      if (depth === 0) {
        rules.push(ruleOf(css.slice(start, open), css.slice(open + 1, index)))
        start = index + 1
      }
    } else if (character === ';' && depth === 0) {
      rules.push({ kind: 'rule', text: css.slice(start, index + 1), classes: [[]] })
      start = index + 1
    }
  }
  return rules
}

const keep = (rules: readonly Rule[], present: ReadonlySet<string>): string =>
  rules
    .map((rule) => {
      if (rule.kind === 'animation') return ''
      if (rule.kind === 'rule') return rule.classes.some((names) => names.every((name) => present.has(name))) ? rule.text : ''
      const kept = keep(rule.rules, present)
      return kept === '' ? '' : `${rule.prelude}{${kept}}`
    })
    .join('')

const animationsOf = (rules: readonly Rule[]): readonly Extract<Rule, { kind: 'animation' }>[] =>
  rules.flatMap((rule) => (rule.kind === 'animation' ? [rule] : rule.kind === 'group' ? animationsOf(rule.rules) : []))

const inlineSheet = /<style data-href="([^"]+)" data-identity="gatsby-global-css">([^]*?)<\/style>/

/**
 * Leaves of a document's inline style sheet what the document itself needs. The whole sheet follows as a file at its
 * end, where it holds no paint back: what is shown later needs it, and every other page finds it in the cache.
 */
export const createStyleTrimmer = () => {
  const sheets = new Map<string, readonly Rule[]>()
  const trimmed = new Map<string, string>()

  const trim = (href: string, css: string, present: ReadonlySet<string>): string => {
    const key = `${href} ${[...present].toSorted().join(' ')}`
    const known = trimmed.get(key)
    if (known !== undefined) return known
    const rules = sheets.get(href) ?? parseStyles(css)
    sheets.set(href, rules)
    const kept = keep(rules, present)
    const moving = animationsOf(rules).filter(({ name }) => kept.includes(name)).map(({ text }) => text)
    const text = kept + moving.join('')
    trimmed.set(key, text)
    return text
  }

  return (html: string): string => {
    const [whole, href = '', css = ''] = inlineSheet.exec(html) ?? []
    if (whole === undefined) return html
    const present = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
    const start = html.indexOf(whole)
    const end = html.lastIndexOf('</body>')
    const style = `<style data-href="${href}" data-identity="gatsby-global-css">${trim(href, css, present)}</style>`
    return `${html.slice(0, start)}${style}${html.slice(start + whole.length, end)}<link rel="stylesheet" href="${href}"/>${html.slice(end)}`
  }
}
