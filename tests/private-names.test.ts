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

describe('private names of Gatsby, React and webpack', () => {
  it('are used in at most four files of the site, each listed in decision 6', () => {
    const using = usersIn([
      'gatsby-config.ts',
      'gatsby-node.ts',
      ...globSync(['web/**/*.{ts,tsx,cjs,css}', 'deploy/{Containerfile,*.ts}'], { cwd: root }),
    ])
    expect(using).toEqual(listed.filter((file) => !isTest(file)))
    expect(using.length).toBeLessThanOrEqual(4)
  })

  it('are used in the tests that decision 6 lists, and otherwise only in tests of the files it lists', () => {
    const mirrored = /^tests\/(?:web\/(?:gatsby|journey|server)\/|private-names\.test\.ts$)/
    const tests = globSync('tests/**/*.{ts,tsx,mts,mjs}', { cwd: root })
    const using = usersIn(tests.filter((file) => !mirrored.test(file)))
    expect(using).toEqual(listed.filter(isTest))
  })
})
