import { resolve } from 'node:path'
import { createServerAdapter } from './web/server/adapter.ts'
import { uploadsSourceMaps } from './web/gatsby/source-maps.ts'
import { site } from './web/site.ts'

import type { GatsbyConfig } from 'gatsby'

/** Hosts that Gatsby knows bring an adapter of their own, which it installs there by itself. */
const isHosted = Boolean(process.env['NETLIFY'] || process.env['NETLIFY_LOCAL'])

const config: GatsbyConfig = {
  siteMetadata: site,
  trailingSlash: 'never',
  jsxRuntime: 'automatic',
  ...(!isHosted && { adapter: createServerAdapter() }),
  plugins: [
    // A local plugin outside `plugins/` is found by the path of its package.json.
    { resolve: resolve('web/gatsby/package.json') },
    // It brings no code to the pages: the SDK comes with the first error (adapters/sentry). Without
    // a token it does nothing.
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
