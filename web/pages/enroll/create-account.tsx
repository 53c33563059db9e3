import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import {
  enrollAccountIntro,
  EnrollAccountScreen,
} from '../../screens/account/enroll-account-screen.tsx'

const CreateAccountPage = () => (
  <JourneyScreen
    journey="enroll"
    step="create-account"
    heading="Create your account"
    intro={enrollAccountIntro}
    screen={EnrollAccountScreen}
  />
)

export default CreateAccountPage

export const Head = () => <PageHead title="Create your account" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
