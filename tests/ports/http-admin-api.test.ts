import fetch from 'cross-fetch'
import { beforeAll } from 'vitest'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import { startReferenceProvider } from '#contracts/reference-provider.ts'
import type { ReferenceProvider } from '#contracts/reference-provider.ts'
import { freshDatabase } from '../admin-api/support/harness.ts'
import { describeAdminApiPort } from './admin-api-port.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'

let provider: ReferenceProvider

beforeAll(async () => {
  provider = await startReferenceProvider(await freshDatabase())
  return () => provider.stop()
})

/** Nothing listens on the discard port. */
const nowhere = 'http://127.0.0.1:9'

const makeHarness = (): AdminApiHarness => {
  provider.begin()
  let isDown = false
  const retryingFetch = createRetryingFetch({ fetch, sleep: async () => {}, random: Math.random })
  return {
    adminApi: createHttpAdminApi({
      baseUrl: () => (isDown ? nowhere : provider.url),
      // Rate limits count by address, so each visitor has their own.
      fetch: (url, request) =>
        retryingFetch(url, {
          ...request,
          headers: { ...request.headers, 'X-Forwarded-For': provider.address },
        }),
      idToken: async () => provider.token,
    }),
    states: provider.states,
    passAuthentication: provider.passAuthentication,
    fail: () => {
      isDown = true
    },
    restore: () => {
      isDown = false
    },
  }
}

describeAdminApiPort('HTTP and the reference admin API', makeHarness)
