import { resolve } from 'node:path'
import { createServerAdapter } from './web/server/adapter.ts'
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
    { resolve: resolve('web/plugin/package.json') },
    { resolve: 'gatsby-plugin-page-creator', options: { path: resolve('web/pages') } },
  ],
}

export default config
