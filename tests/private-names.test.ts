import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Names that Gatsby, React or webpack document nowhere. */
const privateName =
  /___\w|webpack\.stats|gatsby-script|ssr-engine|getState\(\)|renderPageData|componentChunkName|\/page-data\/|app-data|chunk-map|partytown\/|gatsby-focus-wrapper|page-ssr|internal-plugins|framework-|gatsby\/dist|cameFrom|__react|__SECRET/

const usersIn = (files: readonly string[]) =>
  files.filter((file) => privateName.test(read(file))).toSorted()

const rows = read('docs/decisions/0006-own-site-server.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
const listed = rows
  .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
  .map(([, file = '']) => file)
  .toSorted()
const isTest = (file: string) => file.startsWith('tests/')

describe('private names', () => {
  it('of the site are listed file by file in decision 6, at most four files', () => {
    const using = usersIn([
      'gatsby-config.ts',
      'gatsby-node.ts',
      ...globSync(['web/**/*.{ts,tsx,cjs,css}', 'deploy/{Containerfile,*.ts}'], { cwd: root }),
    ])
    expect(using).toEqual(listed.filter((file) => !isTest(file)))
    expect(using.length).toBeLessThanOrEqual(4)
  })

  it('of the tests are listed there as well, but for the tests of the listed files', () => {
    const mirrored = /^tests\/(?:web\/(?:gatsby|journey|server)\/|private-names\.test\.ts$)/
    const tests = globSync('tests/**/*.{ts,tsx,mts,mjs}', { cwd: root })
    const using = usersIn(tests.filter((file) => !mirrored.test(file)))
    expect(using).toEqual(listed.filter(isTest))
  })
})
