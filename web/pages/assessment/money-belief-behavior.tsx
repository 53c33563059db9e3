import { PageHead } from '../../app/page-head.tsx'
import { JourneyScreen } from '../../screens/journey/journey-screen.tsx'
import { beliefSteps, servedLabel } from '../../screens/assessment/belief-result-step.tsx'
import { MoneyBeliefBehavior } from '../../screens/assessment/belief-result-screens.tsx'

const words = beliefSteps['money-belief-behavior']

const MoneyBeliefBehaviorPage = () => (
  <JourneyScreen
    journey="assessment"
    step="money-belief-behavior"
    label={servedLabel}
    heading={words.heading}
    screen={MoneyBeliefBehavior}
  />
)

export default MoneyBeliefBehaviorPage

export const Head = () => <PageHead title={words.label} hidden />

export const getServerData = async () => (await import('../../app/server-root.ts')).serveStep()
