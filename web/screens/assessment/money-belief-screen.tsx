import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useStartedApp, useStore } from '../../stores/app-loader.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { Assessments } from '../../stores/assessment-store.ts'
import { focusHeading } from '../../journey/focus-heading.ts'
import { useDocumentTitle } from '../../journey/use-document-title.ts'
import { useStepMoves } from '../../journey/use-journey-moves.ts'
import { useProgress } from '../../journey/use-progress.ts'
import { useStepGuard } from '../../journey/use-step-guard.ts'
import { AssessmentUnavailable } from './assessment-unavailable.tsx'
import { FilledIn } from './filled-in.tsx'
import { QuestionStep } from './question-step.tsx'
import { ServedQuestion } from './served-question.tsx'
import { moneyBeliefTitle, passedOf } from './served-assessment.ts'
import { usePauseContent } from './use-pause-content.ts'
import { useAssessment } from './use-assessment.ts'
import type { ServedAssessment } from './served-assessment.ts'

export interface MoneyBeliefScreenProps {
  journey: JourneyName
  served: ServedAssessment
}

/**
 * The money-belief assessment, one statement per screen. Its result is the next step of the
 * journey.
 */
export const MoneyBeliefScreen = ({ journey, served }: MoneyBeliefScreenProps) => {
  const state = useStartedApp()
  return state.kind === 'running' ? (
    <MoneyBelief journey={journey} served={served} />
  ) : (
    <ServedQuestion
      journey={journey}
      kind="money_belief"
      heading="Your money beliefs"
      served={served}
    />
  )
}

const MoneyBelief = observer(({ journey, served }: MoneyBeliefScreenProps) => {
  const { moneyBelief } = useStore(Assessments)
  const isHydrated = useHydrated()
  const isAllowed = useStepGuard(journey, 'money-belief')
  const { goOn, goBack } = useStepMoves(journey, 'money-belief')
  const pauseContent = usePauseContent()
  const place = useAssessment(moneyBelief, served, {
    path: stepPath(journey, 'money-belief'),
    isOwn: isHydrated && isAllowed,
    hasResult: false,
    canPause: pauseContent !== null,
    onConcluded: goOn,
  })
  const { question, number, total, isReady } = place
  const asks = moneyBeliefTitle({ number, total })
  const pause =
    place.isPaused && moneyBelief.questionnaire && pauseContent
      ? pauseContent(moneyBelief.questionnaire, moneyBelief.answers, total - place.passed)
      : null
  const progress = useProgress(
    journey,
    { step: 'money-belief', passed: passedOf('money_belief', { number, total }) },
    pause ? `${place.passed} of ${total} answered` : asks,
    isReady,
  )
  useDocumentTitle(pause ? pause.label : asks)
  useEffect(() => focusHeading(), [])

  if (!question) {
    return (
      <AssessmentUnavailable
        heading="Your money beliefs"
        progress={served.questionnaire ? progress : undefined}
        isLoading={moneyBelief.isLoading || !isHydrated || served.questionnaire !== null}
        onRetry={() => void moneyBelief.load()}
      />
    )
  }
  return (
    <QuestionStep
      kind="money_belief"
      question={question}
      progress={progress}
      isFirst={number === 1}
      isLast={place.isLast}
      pause={pause}
      answer={isReady ? moneyBelief.answers[question.id] : undefined}
      isOwn={isReady}
      direction={place.direction}
      isBusy={moneyBelief.isConcluding}
      onAnswer={place.answer}
      onNext={pause ? place.goOn : place.next}
      onBack={place.back ?? goBack}
      notice={isReady && number === 1 && moneyBelief.isFilledIn && <FilledIn store={moneyBelief} />}
    />
  )
})
