import crossFetch from 'cross-fetch'
import { loadOnce } from '#adapters/browser/load-once.ts'
import { createHttpAdminApi } from '#adapters/http/http-admin-api.ts'
import type { HttpAdminApiOptions } from '#adapters/http/http-admin-api.ts'
import { createRetryingFetch } from '#adapters/http/retrying-fetch.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import { fetchConfig } from './config.ts'

type Parts = Pick<HttpAdminApiOptions, 'idToken' | 'heardTime'> & {
  readonly clock: Pick<ClockPort, 'sleep' | 'random'>
}

/** The admin API and the site's configuration, in a chunk loaded with the first request. */
export const openNetwork = ({ clock: { sleep, random }, ...parts }: Parts) => {
  const fetch = createRetryingFetch({ fetch: crossFetch, sleep, random })
  const get = (path: string) => fetch(path, { method: 'GET', headers: {} })
  const config = loadOnce(() => fetchConfig(get))
  const adminApi = createHttpAdminApi({
    ...parts,
    fetch,
    baseUrl: async () => (await config()).adminApiUrl,
    stagingAuth: async () => (await config()).stagingAuth ?? null,
  })
  return { config, adminApi }
}
