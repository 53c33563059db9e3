import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import {
  createAccountIntro,
  CreateAccountScreen,
} from '../../screens/account/create-account-screen.tsx'

const CreateAccountPage = () => (
  <JourneyScreen
    journey="sign-up"
    step="create-account"
    heading="Create your account"
    intro={createAccountIntro}
    screen={CreateAccountScreen}
  />
)

export default CreateAccountPage

export const Head = () => <PageHead title="Create your account" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
