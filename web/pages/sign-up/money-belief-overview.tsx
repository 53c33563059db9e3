import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { MoneyBeliefOverview } from '../../screens/assessment/belief-result-screens.tsx'

const MoneyBeliefOverviewPage = () => (
  <JourneyScreen journey="sign-up" step="money-belief-overview" heading="Your money beliefs" screen={MoneyBeliefOverview} />
)

export default MoneyBeliefOverviewPage

export const Head = () => <PageHead title="Your money beliefs, 1 of 3" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
