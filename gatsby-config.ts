import { resolve } from 'node:path'
import { site } from './web/site.ts'

import type { GatsbyConfig } from 'gatsby'
const config: GatsbyConfig = {
  siteMetadata: site,
  trailingSlash: 'never',
  jsxRuntime: 'automatic',
  plugins: [
    // A local plugin outside `plugins/` is found by the path of its package.json.
    { resolve: resolve('web/plugin/package.json') },
    { resolve: 'gatsby-plugin-page-creator', options: { path: resolve('web/pages') } },
  ],
}

export default config
