import { PageHead } from '../../shell/page-head.tsx'
import { JourneyScreen } from '../../journey/journey-screen.tsx'
import { planHeading, PlanScreen } from '../../screens/plan/plan-screen.tsx'

const PlanPage = () => (
  <JourneyScreen
    journey="sign-up"
    step="choose-subscription-plan"
    heading={planHeading}
    screen={PlanScreen}
  />
)

export default PlanPage

export const Head = () => <PageHead title="Choose a plan" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
