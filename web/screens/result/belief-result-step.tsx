import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { voicesOf } from '#core/model/money-belief.ts'
import { isSubscribed, resumeStep, stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import { Assessments } from '../../stores/assessment-store.ts'
import { MailingStore } from '../../stores/mailing-store.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { LoudnessSentence } from './belief-result-parts.tsx'
import { mostHeard } from './belief-words.ts'
import { CheckUpLeads } from './check-up-leads.tsx'
import { Invitation } from './invitation.tsx'
import { KeepResult } from './keep-result.tsx'
import { PrintedResult } from './printed-result.tsx'
import { RetakeButton } from '../assessment/retake-button.tsx'
import { SharePicture } from './share-picture.tsx'
import { useAsked } from '../assessment/use-asked.ts'
import { useBeliefResult } from './use-belief-result.ts'
import { useResultDate } from './use-result-date.ts'
import * as styles from './result.module.css'

export type BeliefStep = Extract<StepId, `money-belief-${string}`>

const allFour = 'Everyone has all four. A loud one doesn’t mean you did something wrong.'

/** The possible last steps of a result, which offer to keep it. */
const lastSteps: readonly BeliefStep[] = ['money-belief-result', 'money-belief-manage']

const noneHeard = 'No single belief is steering your money, and that is a result too.'

/**
 * The fixed texts of the result steps; the label is in the progress. A step without a heading is
 * headed by the loudest belief. `quietIntro` is for a result in which no belief speaks loudly.
 */
export const beliefSteps: Readonly<
  Record<BeliefStep, { label: string; heading?: string; intro: string; quietIntro: string }>
> = {
  'money-belief-result': { label: 'Your money beliefs', intro: allFour, quietIntro: noneHeard },
  'money-belief-overview': {
    label: 'Your money beliefs, 1 of 3',
    intro: allFour,
    quietIntro: noneHeard,
  },
  'money-belief-behavior': {
    label: 'Your money beliefs, 2 of 3',
    heading: 'How your beliefs show up',
    intro: 'You may not recognise every one.',
    quietIntro: 'Quiet beliefs leave few traces. Louder ones can show up like this.',
  },
  'money-belief-manage': {
    label: 'Your money beliefs, 3 of 3',
    heading: 'What to do about them',
    intro: 'Small steps, repeated, go a long way.',
    quietIntro: 'None of them needs much attention. Your check-up shows where to begin.',
  },
}

export interface BeliefResultStepProps {
  journey: JourneyName
  step: BeliefStep
  /** The label of the button to the next step. */
  next: string
  illustration?: ReactNode
  children: Elements
}

/**
 * One screen of the money-belief result; continuing flags it as seen. When the journey ends with
 * it, the button leads into the sign-up, or to the account of a subscriber.
 */
export const BeliefResultStep = observer(
  ({ journey, step, next, illustration, children }: BeliefResultStepProps) => {
    const { label, heading, intro, quietIntro } = beliefSteps[step]
    const { global } = useStores()
    const result = useBeliefResult()
    const voices = voicesOf(result?.beliefs ?? [])
    const asked = useAsked('money_belief')
    const date = useResultDate('money_belief')
    const { goOn, goBack, isLast, progress } = useJourneyMoves(journey, step, label)
    const { moneyBelief } = useStore(Assessments)
    const mailing = useStore(MailingStore)
    useEffect(() => moneyBelief.noteResultShown(), [moneyBelief, result])
    const isMember = isSubscribed(global.journeyState)
    const leave = () => {
      global.leaveStep(step)
      if (!isLast) goOn()
      else
        void navigate(
          isMember
            ? routes.account
            : stepPath('sign-up', resumeStep('sign-up', global.journeyState)),
        )
    }
    return (
      <StepFrame
        stepKey={step}
        progress={progress}
        label={heading === undefined ? 'Your result' : undefined}
        heading={heading ?? (result && <LoudnessSentence voices={voices} />)}
        intro={<p>{voices.heard.length > 0 ? intro : quietIntro}</p>}
        illustration={illustration}
        actions={
          <>
            {goBack && (
              <Button look="quiet" onClick={goBack}>
                Back
              </Button>
            )}
            <Button look={mailing.isAsking ? 'quiet' : 'filled'} wide onClick={leave}>
              {isLast ? (isMember ? 'Go to your account' : 'Continue to sign-up') : next}
            </Button>
          </>
        }
      >
        {children}
        {result && (
          <PrintedResult result={result} date={date}>
            {voices.heard.length === 0 && <CheckUpLeads />}
            {voices.heard.length > mostHeard(voices).length && (
              <p>Two of them are on this page. The file that you can save has all four.</p>
            )}
          </PrintedResult>
        )}
        {result && lastSteps.includes(step) && (
          <KeepResult result={result} asked={asked} date={date}>
            <SharePicture result={result} />
          </KeepResult>
        )}
        {isLast && (
          <div className={styles.again}>
            <RetakeButton kind="survey" />
            <RetakeButton kind="money_belief" />
          </div>
        )}
        {isLast && !isMember && (
          <Invitation
            hasPlan={global.signUpData.subscriptionProduct !== null}
            hasFreeDays={!global.isTrialSpent}
          />
        )}
      </StepFrame>
    )
  },
)
