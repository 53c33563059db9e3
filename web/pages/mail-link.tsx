import { PageHead } from '../shell/page-head.tsx'
import { MailLinkScreen } from '../screens/account/mail-link-screen.tsx'

const MailLinkPage = () => <MailLinkScreen />

export default MailLinkPage

export const Head = () => <PageHead title="Your link" hidden />

export const getServerData = async () => (await import('../app/server-root.ts')).serveStep()
