import type { GetServerDataProps, PageProps } from 'gatsby'
import { PageHead } from '../app/page-head.tsx'
import { emailFrom, noticeFrom } from '../screens/account/email-from.ts'
import { SignInScreen } from '../screens/account/sign-in-screen.tsx'

type Served<Props> = Props & { serverData: { returnTo: string | null } }

const SignInPage = ({ location, serverData }: Served<PageProps>) => (
  <SignInScreen email={emailFrom(location.state)} notice={noticeFrom(location.state)} returnTo={serverData.returnTo} />
)

export default SignInPage

export const Head = () => <PageHead title="Sign in" hidden />

export const getServerData = async ({ query }: GetServerDataProps) => {
  const { props } = await (await import('../app/server-root.ts')).serveStep()
  const returnTo = query?.returnTo
  return { props: { ...props, returnTo: typeof returnTo === 'string' ? returnTo : null } }
}
