import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { inBrowsersAlone } from '#web/plugin/builds.ts'

const imports = globSync('web/**/*.{ts,tsx}').flatMap((file) => readFileSync(file, 'utf8').match(/^.*(?: from |import\().*$/gm) ?? [])

describe('what is left out of the server’s renderer', () => {
  it.each(inBrowsersAlone.map((file) => path.basename(file)))('%s: comes with a dynamic import alone', (name) => {
    const [dynamic, fixed] = ['await import(', ' from '].map((kind) =>
      imports.filter((line) => line.includes(`/${name}'`) && line.includes(kind) && !line.startsWith('import type')))
    expect(dynamic).not.toEqual([])
    expect(fixed).toEqual([])
  })
})
