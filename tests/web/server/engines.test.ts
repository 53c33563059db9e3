import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reviewedGatsby } from '#web/server/engines.ts'

it('uses the render engine of the version of Gatsby it was written for', () => {
  const { version } = JSON.parse(readFileSync('node_modules/gatsby/package.json', 'utf8')) as {
    version: string
  }
  // After an upgrade compare gatsby/dist/utils/page-ssr-module/{entry,lambda}.js with engines.ts,
  // and name the new version there.
  expect(version).toBe(reviewedGatsby)
})
