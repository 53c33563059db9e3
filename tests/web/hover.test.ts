import { globSync, readFileSync } from 'node:fs'
import { parse } from 'postcss'
import type { Node } from 'postcss'
import { expect, it } from 'vitest'

const isForHovering = (node: Node | undefined): boolean =>
  node !== undefined &&
  ((node.type === 'atrule' && 'params' in node && node.params === '(hover: hover)') ||
    isForHovering(node.parent))

it('the style sheets apply hover styles only to devices that can hover', () => {
  const found: string[] = []
  for (const file of globSync('web/**/*.css')) {
    parse(readFileSync(file, 'utf8')).walkRules(/:hover/, (rule) => {
      if (!isForHovering(rule)) found.push(`${file}: ${rule.selector}`)
    })
  }
  expect(found).toEqual([])
})
