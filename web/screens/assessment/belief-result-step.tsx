import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useJourneyMoves } from '../journey/use-journey-moves.ts'
import { KeepResult } from './keep-result.tsx'
import { useAsked } from './use-asked.ts'
import { useBeliefResult } from './use-belief-result.ts'

export interface BeliefResultStepProps {
  journey: JourneyName
  step: StepId
  label: string
  /** What the way on says. */
  next: string
  heading: ReactNode
  intro: string
  illustration?: ReactNode
  children: ReactNode
}

/** One screen of the money-belief result; going on marks it as seen. */
export const BeliefResultStep = observer((props: BeliefResultStepProps) => {
  const { journey, step, label, next, heading, intro, illustration, children } = props
  const { global } = useStores()
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  const { goOn, goBack, progress } = useJourneyMoves(journey, step)
  const leave = () => {
    global.leaveStep(step)
    goOn()
  }
  return (
    <StepFrame
      stepKey={step}
      progress={progress}
      label={label}
      heading={heading}
      intro={<p>{intro}</p>}
      illustration={illustration}
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack}>
              Back
            </Button>
          )}
          <Button wide onClick={leave}>
            {next}
          </Button>
        </>
      }
    >
      {children}
      {result && <KeepResult result={result} asked={asked} date={global.now()} />}
    </StepFrame>
  )
})
