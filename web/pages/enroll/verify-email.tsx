import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { EnrollVerifyScreen } from '../../screens/account/enroll-verify-screen.tsx'

const VerifyEmailPage = () => (
  <JourneyScreen
    journey="enroll"
    step="verify-email"
    heading="Confirm your email"
    screen={EnrollVerifyScreen}
  />
)

export default VerifyEmailPage

export const Head = () => <PageHead title="Confirm your email" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
