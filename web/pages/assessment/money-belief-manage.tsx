import { PageHead } from '../../shell/page-head.tsx'
import { BeliefResultScreen } from '../../screens/result/belief-result-screens.tsx'
import { beliefSteps } from '../../screens/result/belief-result-step.tsx'

const MoneyBeliefManagePage = () => (
  <BeliefResultScreen journey="assessment" step="money-belief-manage" />
)

export default MoneyBeliefManagePage

export const Head = () => <PageHead title={beliefSteps['money-belief-manage'].label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
