import { observer } from 'mobx-react-lite'
import { offerOf } from '#core/model/plan.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { trialOf } from '#core/model/trial.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Panel } from '../../components/panel.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { MailingStore } from '../../stores/mailing-store.ts'
import { PlanStore } from '../../stores/plan-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { laterCharges } from '../../content/words/money-words.ts'
import { useSurveyResult } from '../result/use-survey-result.ts'
import { MailButtons } from '../mailing/mail-buttons.tsx'
import { FirstWeeks } from './first-weeks.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { TrialLine } from './trial-line.tsx'
import { useDeferredProducts } from './use-deferred-products.ts'
import * as account from '../account/account.module.css'
import * as styles from './plan.module.css'

export const planHeading = 'Your first three weeks'

/** What the result asks for first, the plans, and when the first charge comes. */
export const PlanScreen = observer(({ journey }: { journey: AccountJourney }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const plan = useStore(PlanStore)
  const mailing = useStore(MailingStore)
  const survey = useSurveyResult()
  const { goOn, goBack, progress } = useJourneyMoves(journey, 'choose-subscription-plan')
  const { picked, promotion } = plan
  const hasPlans = useDeferredProducts().length > 0
  const now = serverClock.now()
  const trial = picked && trialOf(offerOf(picked, global.isTrialSpent), promotion, now)
  const isUnavailable = picked === null && plan.isLoadFailed
  const isLoading = picked === null && !isUnavailable
  const checkLabel = plan.isCheckingPromotion ? 'Checking the code' : 'Saving your choice'
  const busyLabel = isLoading ? 'Loading the plans' : checkLabel

  const choose = async () => {
    if (await plan.choose(() => void choose())) goOn()
  }
  return (
    <StepFrame
      stepKey="choose-subscription-plan"
      progress={progress}
      heading={survey ? planHeading : 'Choose your plan'}
      intro={survey && <FirstWeeks survey={survey} />}
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack}>
              Back
            </Button>
          )}
          {isUnavailable ? (
            <Button wide onClick={() => void plan.load()}>
              Try again
            </Button>
          ) : (
            <Button
              look={mailing.isAsking ? 'quiet' : 'filled'}
              wide
              busy={isLoading || plan.isChoosing || plan.isCheckingPromotion}
              busyLabel={busyLabel}
              unavailable={picked === null}
              onClick={() => void choose()}
            >
              {picked ? `Choose ${picked.name}` : 'Choose'}
            </Button>
          )}
        </>
      }
      footnote={
        picked && hasPlans ? (
          <div className={account.choices}>
            <MailButtons kinds={['finish_later', 'money_belief']} />
          </div>
        ) : undefined
      }
    >
      <PlanChoice isRetriedBelow>
        {picked && (
          <Panel>
            {trial && <TrialLine trial={trial} now={now} />}
            {!trial && picked.trialDays > 0 && (
              <p>You’ve already had your free days, so the first charge is today.</p>
            )}
            <p className={styles.renewal}>{laterCharges(picked, promotion)}</p>
          </Panel>
        )}
      </PlanChoice>
    </StepFrame>
  )
})
