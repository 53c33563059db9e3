import type { GatsbyNode } from 'gatsby'

type Plugin = { constructor: { name: string }; options: { ignoreOrder?: boolean } }

export const onCreateWebpackConfig: GatsbyNode['onCreateWebpackConfig'] = ({ stage, actions, getConfig }) => {
  if (stage !== 'build-javascript') return
  const config = getConfig()
  // CSS modules do not depend on their order, and the base styles are a layer: the extractor's remarks on it mean nothing here.
  const extractor = config.plugins.find(({ constructor }: Plugin) => constructor.name === 'MiniCssExtractPlugin')
  if (extractor) extractor.options.ignoreOrder = true
  // No source maps in what is served.
  actions.replaceWebpackConfig({ ...config, devtool: false })
}
