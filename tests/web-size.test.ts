import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1

/** The most lines that composition, Gatsby and the site's server may have together. */
const MOST_LINES = 2300

it('the file that handles the step in the URL has at most 70 lines', () => {
  expect(linesOf('web/journey/step-query.ts')).toBeLessThanOrEqual(70)
})

it('web/app, web/gatsby and web/server have at most 2,300 lines together', () => {
  const files = globSync('web/{app,gatsby,server}/**/*.*', { cwd: root })
  expect(files.length).toBeGreaterThan(30)
  const lines = files.reduce((sum, file) => sum + linesOf(file), 0)
  expect(lines).toBeLessThanOrEqual(MOST_LINES)
})
