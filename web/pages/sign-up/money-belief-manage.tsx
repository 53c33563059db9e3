import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { beliefSteps, servedLabel } from '../../screens/assessment/belief-result-step.tsx'
import { MoneyBeliefManage } from '../../screens/assessment/belief-result-screens.tsx'

const words = beliefSteps['money-belief-manage']

const MoneyBeliefManagePage = () => (
  <JourneyScreen journey="sign-up" step="money-belief-manage" label={servedLabel} heading={words.heading} screen={MoneyBeliefManage} />
)

export default MoneyBeliefManagePage

export const Head = () => <PageHead title={words.label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
