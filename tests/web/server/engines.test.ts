import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reviewedGatsby } from '#web/server/engines.ts'

it('the installed Gatsby is the version engines.ts was reviewed against', () => {
  const { version } = JSON.parse(readFileSync('node_modules/gatsby/package.json', 'utf8')) as {
    version: string
  }
  // After an upgrade compare gatsby/dist/utils/page-ssr-module/{entry,lambda}.js with engines.ts,
  // and name the new version there.
  expect(version).toBe(reviewedGatsby)
})
