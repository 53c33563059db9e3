import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { beliefSteps, servedLabel } from '../../screens/assessment/belief-result-step.tsx'
import { MoneyBeliefResult } from '../../screens/assessment/belief-result-screens.tsx'

const words = beliefSteps['money-belief-result']

const MoneyBeliefResultPage = () => (
  <JourneyScreen journey="sign-up" step="money-belief-result" label={servedLabel} heading={words.heading} screen={MoneyBeliefResult} />
)

export default MoneyBeliefResultPage

export const Head = () => <PageHead title={words.label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
