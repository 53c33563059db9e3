const path = require('path')

/** No served source maps, as on the site. FLOOR_PAGES adds pages, to measure build times. */
exports.onCreateWebpackConfig = ({ stage, actions }) => {
  if (stage === 'build-javascript') actions.setWebpackConfig({ devtool: false })
}

exports.createPages = ({ actions }) => {
  for (let number = 1; number <= Number(process.env.FLOOR_PAGES || 0); number += 1) {
    actions.createPage({
      path: `/page-${number}`,
      component: path.resolve('src/one-of-many.js'),
      context: { number },
    })
  }
}
