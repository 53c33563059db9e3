import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { VerifyEmailScreen } from '../../screens/account/verify-email-screen.tsx'

const VerifyEmailPage = () => (
  <JourneyScreen
    journey="sign-up"
    step="verify-email"
    heading="Confirm your email"
    screen={VerifyEmailScreen}
  />
)

export default VerifyEmailPage

export const Head = () => <PageHead title="Confirm your email" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
