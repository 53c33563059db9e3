import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { GatsbyNode } from 'gatsby'
import type { Configuration } from 'webpack'
import { readFeatures } from './core/model/feature-flags.ts'
import { listedPaths, privatePaths } from './core/model/listed-paths.ts'
import { journeyStart } from './core/model/journeys.ts'
import { journeyPrefixes, routes } from './core/model/routes.ts'
import type { JourneyName } from './core/model/routes.ts'
import { manifestFile, robotsFile, securityFile, sitemapFile } from './web/shell/site-files.ts'
import { team } from './web/content/team.ts'
import { browserBuild, rendererBuild, rendererOutput } from './web/gatsby/builds.ts'
import { buildStatsFile } from './web/gatsby/internals.ts'
import { perRequestPage } from './web/gatsby/per-request-pages.ts'
import { compileWithEsbuild, minifyWithSwc } from './web/gatsby/compilers.ts'
import { uploadsSourceMaps } from './web/gatsby/source-maps.ts'
import { applicationChunk } from './web/server/site-manifest.ts'
import type { MemberContext } from './web/templates/member.tsx'

const features = readFeatures(process.env)

export const onCreateWebpackConfig: GatsbyNode['onCreateWebpackConfig'] = ({
  stage,
  store,
  actions,
  loaders,
  plugins,
  getConfig,
}) => {
  actions.setWebpackConfig({
    ...(stage === 'build-javascript' &&
      browserBuild({
        store,
        loaders,
        application: applicationChunk,
        onApp: privatePaths,
        hasSourceMaps: uploadsSourceMaps(process.env),
      })),
    ...(stage === 'build-html' && rendererBuild),
    plugins: [plugins.define({ EVENKEEL_FEATURES: JSON.stringify(JSON.stringify(features)) })],
  })
  if (!stage.startsWith('build-')) return
  const config = compileWithEsbuild(getConfig() as Configuration)
  // setWebpackConfig would merge this into the existing configuration instead of replacing it.
  actions.replaceWebpackConfig(
    stage === 'build-javascript'
      ? {
          ...config,
          // Gatsby's default is ES5.
          target: ['web', 'es2022'],
          // A short hash, because every page lists the names of all chunks.
          output: { ...config.output, hashDigestLength: 8 },
          optimization: {
            ...config.optimization,
            minimizer: minifyWithSwc(config.optimization?.minimizer),
          },
        }
      : stage === 'build-html'
        ? {
            ...config,
            output: {
              ...config.output,
              ...rendererOutput(readFileSync(`public/${buildStatsFile}`, 'utf8')),
            },
          }
        : config,
  )
}

/**
 * Creates a page for each member of the team, rendered on its first request; other addresses there
 * are not found. The bare path of a journey redirects to its first step, on a page load as on a
 * navigation. Gatsby's runtime takes `/index` for the home page, so it redirects there.
 */
export const createPages: GatsbyNode['createPages'] = ({ actions }) => {
  for (const fromPath of ['/index', '/index.html'])
    actions.createRedirect({ fromPath, toPath: routes.home, statusCode: 301 })
  for (const [journey, prefix] of Object.entries(journeyPrefixes)) {
    actions.createRedirect({
      fromPath: prefix,
      toPath: journeyStart(journey as JourneyName),
      statusCode: 302,
      redirectInBrowser: true,
    })
  }
  for (const { id } of team) {
    actions.createPage<MemberContext>({
      path: `${routes.company}/${id}`,
      component: resolve('web/templates/member.tsx'),
      context: { memberId: id },
      defer: true,
    })
  }
}

/** Writes the files that are requested by a fixed address and follow from the route table. */
export const onPostBuild: GatsbyNode['onPostBuild'] = () => {
  const folder = resolve('public')
  writeFileSync(join(folder, 'robots.txt'), robotsFile(privatePaths))
  writeFileSync(join(folder, 'sitemap.xml'), sitemapFile(listedPaths(team.map(({ id }) => id))))
  writeFileSync(join(folder, 'site.webmanifest'), manifestFile())
  mkdirSync(join(folder, '.well-known'), { recursive: true })
  writeFileSync(join(folder, '.well-known/security.txt'), securityFile(new Date()))
}

/**
 * With the flag `staticMode` off, the server renders every page per request, except error pages.
 */
export const onCreatePage: GatsbyNode['onCreatePage'] = ({ page, actions }) => {
  if (features.staticMode) return
  const perRequest = perRequestPage(page, resolve('.cache/per-request'))
  if (perRequest === null) return
  actions.deletePage(page)
  actions.createPage(perRequest)
}
