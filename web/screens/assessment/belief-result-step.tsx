import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { isSubscribed, resumeStep, stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { useJourneyMoves } from '../journey/use-journey-moves.ts'
import { Invitation } from './invitation.tsx'
import { KeepResult } from './keep-result.tsx'
import { RetakeButton } from './retake-button.tsx'
import { useAsked } from './use-asked.ts'
import { useBeliefResult } from './use-belief-result.ts'
import * as styles from './result.module.css'

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

/**
 * One screen of the money-belief result; going on marks it as seen. Where the journey ends with it, the way on leads into
 * the sign-up, or to the account of those who have nothing left to sign up for.
 */
export const BeliefResultStep = observer((props: BeliefResultStepProps) => {
  const { journey, step, label, next, heading, intro, illustration, children } = props
  const { global } = useStores()
  const result = useBeliefResult()
  const asked = useAsked('money_belief')
  const { goOn, goBack, isLast, progress } = useJourneyMoves(journey, step)
  const isMember = isSubscribed(global.journeyState)
  const leave = () => {
    global.leaveStep(step)
    if (!isLast) goOn()
    else void navigate(isMember ? routes.account : stepPath('sign-up', resumeStep('sign-up', global.journeyState)))
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
            {isLast ? (isMember ? 'To your account' : 'Go on to sign-up') : next}
          </Button>
        </>
      }
    >
      {children}
      {result && <KeepResult result={result} asked={asked} date={global.now()} />}
      {isLast && (
        <div className={styles.again}>
          <RetakeButton kind="survey" />
          <RetakeButton kind="money_belief" />
        </div>
      )}
      {isLast && !isMember && <Invitation hasFreeDays={!global.hadSubscription} />}
    </StepFrame>
  )
})
