import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Names that Gatsby, React or webpack document nowhere. */
const privateName =
  /___\w|'webpack\.stats|gatsby-script|ssr-engine|getState\(\)|renderPageData|componentChunkName|'\/page-data\/|app-data|chunk-map|partytown\/|gatsby-focus-wrapper|page-ssr|internal-plugins|framework-|gatsby\/dist|cameFrom|__react|__SECRET/

it('are listed file by file in decision 6', () => {
  const sources = [
    'gatsby-config.ts',
    'gatsby-node.ts',
    ...globSync(['web/**/*.{ts,tsx,cjs,css}', 'deploy/{Containerfile,*.ts}'], { cwd: root }),
  ]
  const using = sources.filter((file) => privateName.test(read(file)))
  const rows = read('docs/decisions/0006-own-site-server.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  )
  expect(using.toSorted()).toEqual(listed.toSorted())
  expect(using.length).toBeLessThanOrEqual(4)
})
