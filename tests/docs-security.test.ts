import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The ids of OWASP ASVS 5.0.0 by level: those of level 1, and what level 2 adds. */
const idsByLevel = JSON.parse(read('tests/docs-security.asvs-ids.json')) as Record<
  '1' | '2',
  readonly string[]
>
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name),
)

/**
 * Whether the text between backticks is a path on a server, or an existing script, setting or path
 * of the repository.
 */
const isThere = (name: string): boolean => {
  const script = /^npm (?:run )?([\w:-]+)$/.exec(name)?.[1]
  if (script !== undefined) return Object.hasOwn(scripts, script)
  if (/^[A-Z_]+$/.test(name)) return settings.has(name)
  return name.startsWith('/') || existsSync(path.join(root, name))
}

const states = ['met', 'not met', 'operator', 'provider', 'n/a']
const rows = [
  ...read('docs/security-asvs.md').matchAll(
    /^\| (V\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm,
  ),
].map(([, id = '', level = '', , state = '', shown = '']) => ({ id, level, state, shown }))

describe.each(['docs/security.md', 'docs/security-asvs.md'])('%s', (file) => {
  it('names only paths, scripts and settings that exist', () => {
    const named = [...read(file).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(50)
    expect([...new Set(named)].filter((name) => !isThere(name))).toEqual([])
  })

  it('links only to files that exist', () => {
    const links = [...read(file).matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(path.join(root, 'docs', link)))).toEqual([])
  })
})

describe('the table of ASVS requirements', () => {
  it('has each requirement of levels 1 and 2 once, in order, with its level', () => {
    const wanted = Object.entries(idsByLevel).flatMap(([level, ids]) =>
      ids.map((id) => `${id} ${level}`),
    )
    expect(wanted).toHaveLength(253)
    const byNumber = new Intl.Collator('en', { numeric: true }).compare
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted.toSorted(byNumber))
  })

  it('gives each requirement a state, and each that is met a path or script', () => {
    expect(rows.filter(({ state }) => !states.includes(state))).toEqual([])
    expect(rows.filter(({ state, shown }) => state === 'met' && !shown.includes('`'))).toEqual([])
  })

  it('has totals that match its rows', () => {
    const told = [...read('docs/security-asvs.md').matchAll(/^\| ([a-z/ ]+) \| (\d+) \|/gm)].map(
      ([, state, count]) => [state, Number(count)],
    )
    expect(told).toEqual(
      states.map((state) => [state, rows.filter((row) => row.state === state).length]),
    )
  })
})
