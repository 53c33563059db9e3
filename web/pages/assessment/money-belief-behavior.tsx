import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { MoneyBeliefBehavior } from '../../screens/assessment/belief-result-screens.tsx'

const MoneyBeliefBehaviorPage = () => (
  <JourneyScreen journey="assessment" step="money-belief-behavior" heading="How your beliefs tend to show" screen={MoneyBeliefBehavior} />
)

export default MoneyBeliefBehaviorPage

export const Head = () => <PageHead title="Your money beliefs, 2 of 3" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
