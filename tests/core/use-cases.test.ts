import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const namesIn = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map((file) => path.basename(file).replace(/(?:\.test)?\.ts$/, ''))
    .toSorted()

it('every use case has a test file of its own', () => {
  expect(namesIn('tests/core/use-cases/*.test.ts')).toEqual(namesIn('core/use-cases/*.ts'))
})
