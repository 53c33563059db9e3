import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { StepId } from '#core/model/routes.ts'
import { useStores } from '../stores/app-loader.tsx'
import { unfinishedJourney } from './unfinished-journey.ts'
import { ContinueLink } from '../components/continue-link.tsx'

/**
 * "Continue where you left off" on a revisited step. Shows nothing when the visitor's furthest step
 * is in `besides`: this step, or the one that its own button opens.
 */
export const ResumeOffer = observer(({ besides }: { besides: readonly StepId[] }) => {
  const { global } = useStores()
  // Answering the step's own questions must not move the page under the visitor's eyes.
  const [journey] = useState(() => unfinishedJourney(global.journeyState))
  return journey && !besides.includes(journey.step) ? <ContinueLink journey={journey} /> : null
})
