import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const width = 100

const sources = globSync(
  '{core,adapters,web,admin-api,sandbox,contracts,deploy,tests}/**/*.{ts,tsx,mts,mjs,css}',
  { cwd: root },
)

/** Directives of tools have to stay on one line. */
const isWideComment = (line: string) =>
  line.length > width && /^\s*(?:\/\/|\/\*|\*)/.test(line) && !/^\s*\/\/ oxlint-/.test(line)

const wideComments = (text: string) => text.split('\n').filter(isWideComment)

describe('the width of comments', () => {
  it(`is at most ${width} columns in every source`, () => {
    const wide = sources.flatMap((file) =>
      wideComments(readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
    )
    expect(wide).toEqual([])
  })

  it('is checked in comments of one line and of several', () => {
    const words = 'word '.repeat(20)
    const wide = [`// ${words}`, `/** ${words}*/`, ` * ${words}`]
    expect(wideComments([...wide, `const text = '${words}'`, '// short'].join('\n'))).toEqual(wide)
  })
})
