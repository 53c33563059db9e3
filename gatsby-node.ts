import { resolve } from 'node:path'
import type { GatsbyNode } from 'gatsby'
import { routes } from './core/model/routes.ts'
import { team } from './web/content/team.ts'
import type { MemberContext } from './web/templates/member.tsx'

/** No source maps in what is served. */
export const onCreateWebpackConfig: GatsbyNode['onCreateWebpackConfig'] = ({ stage, actions }) => {
  if (stage === 'build-javascript') actions.setWebpackConfig({ devtool: false })
}

/** A page for each member of the team, rendered when first asked for. Other addresses there are not found. */
export const createPages: GatsbyNode['createPages'] = ({ actions }) => {
  for (const { id } of team) {
    actions.createPage<MemberContext>({
      path: `${routes.company}/${id}`,
      component: resolve('web/templates/member.tsx'),
      context: { memberId: id },
      defer: true,
    })
  }
}
