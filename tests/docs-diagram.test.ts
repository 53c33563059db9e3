import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  createDiagram,
  drawFolders,
  folderOf,
  insertDiagram,
  pageFile,
} from './support/folder-diagram.ts'

describe('the diagram of folders', () => {
  it('shows a file of core or web as the folder inside it', () => {
    expect(
      [
        'core/app.ts',
        'core/ports/auth.ts',
        'web/screens/home/hero.tsx',
        'adapters/http/http.ts',
      ].map(folderOf),
    ).toEqual(['core/*.ts', 'core/ports', 'web/screens', 'adapters'])
  })

  it('draws each import between two folders once and none within a folder', () => {
    const files = ['core/ports/a.ts', 'core/ports/b.ts', 'core/model/c.ts']
    const drawn = drawFolders(files, [
      [files[0]!, files[1]!],
      [files[0]!, files[2]!],
      [files[1]!, files[2]!],
    ])
    expect(drawn.match(/-->.*/g)).toEqual(['--> core_model'])
  })

  it('draws imports of files in core from another folder as one arrow to core', () => {
    const files = ['web/stores/a.ts', 'core/model/b.ts', 'core/use-cases/c.ts']
    const drawn = drawFolders(files, [
      [files[0]!, files[1]!],
      [files[0]!, files[2]!],
    ])
    expect(drawn.split('\n').filter((line) => line.includes('-->'))).toEqual([
      '  web_stores --> core',
    ])
  })

  it('is up to date in docs/architecture.md; if not, run `npm run docs:diagram`', async () => {
    expect(insertDiagram(await createDiagram())).toBe(readFileSync(pageFile, 'utf8'))
  })
})
