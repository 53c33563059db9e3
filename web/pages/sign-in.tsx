import type { PageProps } from 'gatsby'
import { PageHead } from '../shell/page-head.tsx'
import { emailFrom, noticeFrom } from '../screens/account/email-from.ts'
import { SignInScreen } from '../screens/account/sign-in-screen.tsx'

const SignInPage = ({ location }: PageProps) => (
  <SignInScreen email={emailFrom(location.state)} notice={noticeFrom(location.state)} />
)

export default SignInPage

export const Head = () => <PageHead title="Sign in" hidden />

export const getServerData = async () => (await import('../app/server-root.ts')).serveStep()
