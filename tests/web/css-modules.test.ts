import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const imports = /import \* as (\w+) from '([^']+\.module\.css)'/g

/** Each use of a module's classes; null where the name is computed. */
const usesIn = (file: string) => {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(imports)].flatMap(([, local, from]) => {
    const sheet = path.join(path.dirname(file), from!)
    const named = [...text.matchAll(new RegExp(`(?<![\\w/-])${local}\\.(\\w+)`, 'g'))]
    const isComputed = text.includes(`${local}[`)
    return [...named.map((use) => use[1]!), ...(isComputed ? [null] : [])].map((name) => ({
      file,
      sheet,
      name,
    }))
  })
}

const classesIn = (sheet: string): ReadonlySet<string> => {
  const local = readFileSync(sheet, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
  return new Set([...local.matchAll(/\.([a-z]\w*)/gi)].map((match) => match[1]!))
}

const uses = globSync('web/**/*.tsx').flatMap(usesIn)
const sheets = globSync('web/**/*.module.css').toSorted()

describe.each(sheets)('%s', (sheet) => {
  const own = uses.filter((use) => use.sheet === sheet)
  const classes = classesIn(sheet)

  test('defines each class that a component names', () => {
    const missing = own.filter(({ name }) => name !== null && !classes.has(name))
    expect(missing).toEqual([])
  })

  test('has no class that no component names', () => {
    const names = new Set(own.map(({ name }) => name))
    expect(names.has(null) ? [] : [...classes].filter((name) => !names.has(name))).toEqual([])
  })
})
