import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { beliefSteps, servedLabel } from '../../screens/assessment/belief-result-step.tsx'
import { MoneyBeliefOverview } from '../../screens/assessment/belief-result-screens.tsx'

const words = beliefSteps['money-belief-overview']

const MoneyBeliefOverviewPage = () => (
  <JourneyScreen journey="sign-up" step="money-belief-overview" label={servedLabel} heading={words.heading} screen={MoneyBeliefOverview} />
)

export default MoneyBeliefOverviewPage

export const Head = () => <PageHead title={words.label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
