import { PageHead } from '../../shell/page-head.tsx'
import { BeliefResultScreen } from '../../screens/result/belief-result-screens.tsx'
import { beliefSteps } from '../../screens/result/belief-result-step.tsx'

const MoneyBeliefResultPage = () => (
  <BeliefResultScreen journey="assessment" step="money-belief-result" />
)

export default MoneyBeliefResultPage

export const Head = () => <PageHead title={beliefSteps['money-belief-result'].label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
