import { writeFile } from 'node:fs/promises'

/** What Gatsby writes into .cache is CommonJS, whatever the project's own module type is. */
export const onPreBootstrap = () => writeFile('.cache/package.json', '{"type":"commonjs"}\n')

/** No source maps in what is served. @type {import('gatsby').GatsbyNode['onCreateWebpackConfig']} */
export const onCreateWebpackConfig = ({ stage, actions }) => {
  if (stage === 'build-javascript') actions.setWebpackConfig({ devtool: false })
}
