import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { MoneyBeliefResult } from '../../screens/assessment/belief-result-screens.tsx'

const MoneyBeliefResultPage = () => (
  <JourneyScreen journey="sign-up" step="money-belief-result" heading="Your money beliefs" screen={MoneyBeliefResult} />
)

export default MoneyBeliefResultPage

export const Head = () => <PageHead title="Your money beliefs" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
