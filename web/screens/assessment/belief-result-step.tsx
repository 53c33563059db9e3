import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useJourneyMoves } from '../journey/use-journey-moves.ts'

export interface BeliefResultStepProps {
  journey: JourneyName
  step: StepId
  label: string
  next: string
  heading: (result: BeliefResult) => ReactNode
  intro?: (result: BeliefResult) => ReactNode
  illustration?: (result: BeliefResult) => ReactNode
  children: (result: BeliefResult) => ReactNode
}

/** One screen of the money-belief result; going on marks it as seen. */
export const BeliefResultStep = observer((props: BeliefResultStepProps) => {
  const { journey, step, label, next, heading, intro, illustration, children } = props
  const { global } = useStores()
  const { goOn, goBack, progress } = useJourneyMoves(journey, step)
  const stored = global.profile?.diagnoses.moneyBelief?.result
  const result = global.signUpData.moneyBelief.diagnosis ?? (stored?.kind === 'money_belief' ? stored : null)
  if (result === null) return null
  return (
    <StepFrame
      stepKey={step}
      progress={progress}
      label={label}
      heading={heading(result)}
      intro={intro?.(result)}
      illustration={illustration?.(result)}
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack}>
              Back
            </Button>
          )}
          <Button
            wide
            onClick={() => {
              global.leaveStep(step)
              goOn()
            }}
          >
            {next}
          </Button>
        </>
      }
    >
      {children(result)}
    </StepFrame>
  )
})
