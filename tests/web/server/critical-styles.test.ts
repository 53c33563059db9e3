import { describe, expect, it } from 'vitest'
import { createClassFinder, createStyleTrimmer, keepClassRules } from '#web/server/critical-styles.ts'

const documentOf = (css: string, body: string) =>
  `<head><style data-href="/styles.1.css" data-identity="gatsby-global-css">${css}</style></head><body>${body}</body>`

const trim = (css: string, body: string) => createStyleTrimmer()(documentOf(css, body))
const kept = (css: string, body: string) => /<style[^>]*>([^]*)<\/style>/.exec(trim(css, body))?.[1]

describe('the inline styles of a document', () => {
  it.each([
    ['rules for classes that it has', '.a{b:c}.x{y:z}', '.a{b:c}'],
    ['rules for elements, whatever they are', ':root{--a:b}p a:hover{b:c}[hidden]{d:e}', ':root{--a:b}p a:hover{b:c}[hidden]{d:e}'],
    ['a list of selectors of which one may match', '.x,.a p{b:c}', '.x,.a p{b:c}'],
    ['what stands under a condition', '@media (min-width:1px){.a{b:c}.x{y:z}}@media print{.x{y:z}}', '@media (min-width:1px){.a{b:c}}'],
    ['what excludes a class that is not there', '.a:not(.x){b:c}.a:has(.x,.y(.z)){d:e}', '.a:not(.x){b:c}.a:has(.x,.y(.z)){d:e}'],
    ['nothing for two classes of which one is missing', '.a.x{b:c}.a .x{d:e}', ''],
    ['fonts', '@font-face{font-family:A;src:url(a.woff2)}', '@font-face{font-family:A;src:url(a.woff2)}'],
    ['animations that are used', '@keyframes go{to{b:c}}@keyframes rest{to{d:e}}.a{animation:go 1s}', '.a{animation:go 1s}@keyframes go{to{b:c}}'],
    ['braces within text', '.a:before{content:"}"}.x:before{content:"{"}.b{c:d}', '.a:before{content:"}"}.b{c:d}'],
  ])('hold %s', (_, css, expected) => {
    expect(kept(css, '<div class="a b"></div>')).toBe(expected)
  })

  it('hold what the scripts of the page may show, and the whole sheet then waits to be asked for', () => {
    const css = '.a{b:c}.soon--1{d:e}.soon--1 .x{f:g}'
    const ahead = createClassFinder(css)(['{className:"soon--1 other"}', 'x.y'])
    expect(ahead).toEqual(['soon--1', 'x'])
    const document = createStyleTrimmer()(documentOf(css, '<p class="a"></p>'), ['soon--1'])
    expect(document).toContain('>.a{b:c}.soon--1{d:e}</style>')
    expect(document).toContain('<link rel="stylesheet" media="print" disabled href="/styles.1.css"/></body>')
  })

  it('are followed by the whole sheet, where it holds nothing back', () => {
    expect(trim('.a{b:c}', '<p>Hello</p>')).toMatch(/<p>Hello<\/p><link rel="stylesheet" media="print" href="\/styles\.1\.css"\/><\/body>$/)
  })

  it('stay as they are in a document that Gatsby put none into', () => {
    expect(createStyleTrimmer()('<head><style>.a{b:c}</style></head>')).toBe('<head><style>.a{b:c}</style></head>')
  })
})

describe('the sheet that comes after the page', () => {
  it.each([
    ['rules that need a class', '.a{b:c}p .x{y:z}', '.a{b:c}p .x{y:z}'],
    ['none for elements alone, which every document has', ':root{--a:b}p a:hover,.a{b:c}[hidden]{d:e}.x{y:z}', '.x{y:z}'],
    ['what stands under a condition', '@layer base{p{b:c}.a{b:c}}@media print{p{b:c}}', '@layer base{.a{b:c}}'],
    ['no fonts: named anew, they would have all text set anew', '@font-face{font-family:A;src:url(a.woff2)}.a{b:c}', '.a{b:c}'],
    ['the animations it names', '@keyframes go{to{b:c}}@keyframes rest{to{d:e}}.a{animation:go 1s}p{animation:rest 1s}', '.a{animation:go 1s}@keyframes go{to{b:c}}'],
  ])('holds %s', (_, css, expected) => {
    expect(keepClassRules(css)).toBe(expected)
  })
})
