import { resolve } from 'node:path'
import { createServerAdapter } from './web/server/adapter.ts'
import { uploadsSourceMaps } from './web/gatsby/source-maps.ts'
import { site } from './web/site.ts'

import type { GatsbyConfig } from 'gatsby'

/** On hosts that Gatsby knows, it installs their own adapter instead. */
const isHosted = Boolean(process.env['NETLIFY'] || process.env['NETLIFY_LOCAL'])

const config: GatsbyConfig = {
  siteMetadata: site,
  trailingSlash: 'never',
  jsxRuntime: 'automatic',
  ...(!isHosted && { adapter: createServerAdapter() }),
  plugins: [
    // A local plugin outside `plugins/` is found by the path of its package.json.
    { resolve: resolve('web/gatsby/package.json') },
    // It adds no code to the pages: the SDK is loaded with the first error (adapters/sentry).
    // Without a token it does nothing.
    {
      resolve: '@sentry/gatsby',
      options: {
        enableClientWebpackPlugin: uploadsSourceMaps(process.env),
        deleteSourcemapsAfterUpload: true,
      },
    },
    { resolve: 'gatsby-plugin-page-creator', options: { path: resolve('web/pages') } },
  ],
}

export default config
