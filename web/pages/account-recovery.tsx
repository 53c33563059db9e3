import type { PageProps } from 'gatsby'
import { PageHead } from '../shell/page-head.tsx'
import { AccountRecoveryScreen } from '../screens/account/account-recovery-screen.tsx'
import { emailFrom } from '../screens/account/email-from.ts'

const AccountRecoveryPage = ({ location }: PageProps) => (
  <AccountRecoveryScreen email={emailFrom(location.state)} />
)

export default AccountRecoveryPage

export const Head = () => <PageHead title="Reset your password" hidden />

export const getServerData = async () => (await import('../app/server-root.ts')).serveStep()
