import { PageHead } from '../shell/page-head.tsx'
import { AccountScreen } from '../screens/your-account/account-screen.tsx'

const AccountPage = () => <AccountScreen />

export default AccountPage

export const Head = () => <PageHead title="Your account" hidden />

export const getServerData = async () => (await import('../app/server-root.ts')).serveStep()
