import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { DetailsScreen } from '../../screens/details/details-screen.tsx'

const DetailsPage = () => (
  <JourneyScreen
    journey="sign-up"
    step="personal-details"
    heading="A little about you"
    screen={DetailsScreen}
  />
)

export default DetailsPage

export const Head = () => <PageHead title="About you" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
