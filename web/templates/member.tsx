import type { HeadProps, PageProps } from 'gatsby'
import { routes } from '#core/model/routes.ts'
import { PageHead } from '../shell/page-head.tsx'
import { findMember } from '../content/team.ts'
import type { Member } from '../content/team.ts'
import { MemberScreen } from '../screens/company/member-screen.tsx'

/** What gatsby-node.ts hands to each page. */
export type MemberContext = { readonly memberId: string }

const memberOf = ({ memberId }: MemberContext): Member => {
  const member = findMember(memberId)
  if (member === undefined) throw new Error(`There is no member ${memberId}.`)
  return member
}

const MemberPage = ({ pageContext }: PageProps<object, MemberContext>) => (
  <MemberScreen member={memberOf(pageContext)} />
)

export default MemberPage

export const Head = ({ pageContext }: HeadProps<object, MemberContext>) => {
  const { id, name, role, inShort } = memberOf(pageContext)
  return (
    <PageHead
      path={`${routes.company}/${id}`}
      title={name}
      description={`${name}, ${role}. ${inShort}`}
    />
  )
}
