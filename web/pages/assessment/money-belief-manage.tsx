import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { MoneyBeliefManage } from '../../screens/assessment/belief-result-screens.tsx'

const MoneyBeliefManagePage = () => (
  <JourneyScreen journey="assessment" step="money-belief-manage" heading="What to do with them" screen={MoneyBeliefManage} />
)

export default MoneyBeliefManagePage

export const Head = () => <PageHead title="Your money beliefs, 3 of 3" hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
