import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The composition root, and the scripts in documents, which run before any bundle. */
const allowed = ['web/app/storage-root.ts', 'web/shell/session-attribute.ts']

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))

it('the code accesses browser storage only in the composition root and in inline scripts', () => {
  const users = ['core', 'web']
    .flatMap(sources)
    .filter((file) => /\b(?:local|session)Storage\b/.test(readFileSync(file, 'utf8')))
  expect(users.filter((file) => !allowed.includes(file))).toEqual([])
})

it('the code listens for storage changes in other tabs only through the port', () => {
  const listeners = ['core', 'web']
    .flatMap(sources)
    .filter((file) => readFileSync(file, 'utf8').includes("addEventListener('storage'"))
  expect(listeners).toEqual([])
})
