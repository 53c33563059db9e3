import { createRequire } from 'node:module'
import path from 'node:path'
import type { AdapterInit } from 'gatsby'

/**
 * Prepares each build for the site's server. Gatsby bundles this file with its configuration and
 * resolves no `#` imports there, so Node loads the implementation at run time.
 */
export const createServerAdapter: AdapterInit = () => ({
  name: 'evenkeel-site-server',
  config: () => ({
    excludeDatastoreFromEngineFunction: false,
    supports: { pathPrefix: false, trailingSlash: ['never'] },
  }),
  adapt: async (build) => {
    const load = createRequire(path.resolve('package.json'))
    const { prepareSite } = load(
      './web/server/prepare-site.ts',
    ) as typeof import('./prepare-site.ts')
    await prepareSite(build)
  },
})
