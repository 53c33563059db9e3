import { PageHead } from '../../shell/page-head.tsx'
import { BeliefResultScreen } from '../../screens/result/belief-result-screens.tsx'
import { beliefSteps } from '../../screens/result/belief-result-step.tsx'

const MoneyBeliefBehaviorPage = () => (
  <BeliefResultScreen journey="sign-up" step="money-belief-behavior" />
)

export default MoneyBeliefBehaviorPage

export const Head = () => <PageHead title={beliefSteps['money-belief-behavior'].label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
