import { PageHead } from '../../shell/page-head.tsx'
import { EmailConfirmedScreen } from '../../screens/account/email-confirmed-screen.tsx'

const EmailConfirmedPage = () => <EmailConfirmedScreen journey="enroll" />

export default EmailConfirmedPage

export const Head = () => <PageHead title="Email confirmed" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
