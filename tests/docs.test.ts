import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const pages = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const decisions = globSync('docs/decisions/*.md', { cwd: root })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const isMissingLink = (page: string) => (link: string) =>
  !existsSync(path.resolve(root, path.dirname(page), link))

describe.each(pages)('%s', (page) => {
  const named = [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

  it('links only to files that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, link = '']) => link,
    )
    expect(links.filter(isMissingLink(page))).toEqual([])
  })

  it('names only source files that exist', () => {
    const ours = /^(?:core|adapters|web|contracts|admin-api|sandbox|deploy|tests|docs)\/[\w/.-]+$/
    expect(named.filter((name) => ours.test(name) && !existsSync(path.join(root, name)))).toEqual(
      [],
    )
  })

  it('has only commands that a shell can parse', () => {
    const blocks = [...read(page).matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
      ([, text = '']) => text,
    )
    const wrong = blocks.flatMap((input) => {
      const { status, stderr } = spawnSync('sh', ['-n'], { input, encoding: 'utf8' })
      return status === 0 ? [] : [`${stderr}${input}`]
    })
    expect(wrong).toEqual([])
  })

  it('names only npm scripts that exist', () => {
    const run = named.flatMap((name) => /^npm run ([\w:-]+[\w])(?: |$)/.exec(name)?.[1] ?? [])
    expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe.each(decisions)('%s', (page) => {
  it('fits on one screen of 40 lines, at 100 columns', () => {
    const lines = read(page).trimEnd().split('\n')
    const shown = lines.map(({ length }) => Math.max(1, Math.ceil(length / 100)))
    expect(shown.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(40)
  })
})
