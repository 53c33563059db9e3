const path = require('path')

/** No source maps in what is served, as on the site. FLOOR_PAGES more pages, for the time a build takes. */
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
