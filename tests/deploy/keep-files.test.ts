import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFiles } from '#deploy/keep-files.ts'

const day = 24 * 3_600_000
const built = Date.parse('2026-01-31T12:00:00Z')

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'keep-files-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A built site with these files, each last built so many days before the site itself. */
const build = (name: string, files: Readonly<Record<string, number>>): string => {
  const site = path.join(folder, name)
  for (const [file, days] of Object.entries({ 'manifest.json': 0, ...files })) {
    const target = path.join(site, '.cache/site-server', file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, name)
    utimesSync(target, new Date(built), new Date(built - days * day))
  }
  return site
}
const textOf = (site: string, file: string) => {
  const target = path.join(site, '.cache/site-server/immutable', file)
  return existsSync(target) ? readFileSync(target, 'utf8') : null
}

test('a build gets the hashed files of the previous one, and keeps its own', () => {
  const former = build('former', {
    'immutable/app-1.js': 0,
    'immutable/app-1.js.br': 0,
    'immutable/static/same.css': 0,
    'immutable/left.js': 0,
    'files/robots.txt': 0,
  })
  const next = build('next', {
    'immutable/app-2.js': 0,
    'immutable/static/same.css': 0,
    'files/left.js': 0,
  })
  expect(keepFiles(former, next)).toBe(2)
  expect(textOf(next, 'app-1.js')).toBe('former')
  expect(textOf(next, 'app-1.js.br')).toBe('former')
  expect(textOf(next, 'app-2.js')).toBe('next')
  expect(textOf(next, 'static/same.css')).toBe('next')
  expect(textOf(next, 'left.js')).toBeNull()
})

test('hashed files are kept over several deployments, but not a month after they were last built', () => {
  const former = build('former', { 'immutable/recent.js': 29, 'immutable/old.js': 31 })
  const next = build('next', {})
  const last = build('last', {})
  keepFiles(former, next)
  keepFiles(next, last)
  expect(textOf(last, 'recent.js')).toBe('former')
  expect(textOf(last, 'old.js')).toBeNull()
})

test('a folder without a built site is refused', () => {
  const next = build('next', {})
  expect(() => keepFiles(folder, next)).toThrow('no built site')
  expect(() => keepFiles(next, folder)).toThrow('no built site')
})
