import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useStartedApp, useStore } from '../../stores/app-loader.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { Assessments } from '../../stores/assessments.ts'
import { focusHeading } from '../../journey/focus-heading.ts'
import { useDocumentTitle } from '../../journey/use-document-title.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { useStepGuard } from '../../journey/use-step-guard.ts'
import { AssessmentUnavailable } from './assessment-unavailable.tsx'
import { FilledIn } from './filled-in.tsx'
import { QuestionStep } from './question-step.tsx'
import { ServedQuestion } from './served-question.tsx'
import { moneyBeliefTitle } from './served-assessment.ts'
import { useAssessment } from './use-assessment.ts'
import type { ServedAssessment } from './served-assessment.ts'

export interface MoneyBeliefScreenProps {
  journey: JourneyName
  served: ServedAssessment
}

/**
 * The money-belief assessment, one statement a screen. Its result is the next step of the journey.
 */
export const MoneyBeliefScreen = ({ journey, served }: MoneyBeliefScreenProps) => {
  const state = useStartedApp()
  return state.kind === 'running' ? (
    <MoneyBelief journey={journey} served={served} />
  ) : (
    <ServedQuestion kind="money_belief" heading="Your money beliefs" served={served} />
  )
}

const MoneyBelief = observer(({ journey, served }: MoneyBeliefScreenProps) => {
  const { moneyBelief } = useStore(Assessments)
  const isHydrated = useHydrated()
  const isAllowed = useStepGuard(journey, 'money-belief')
  const { goOn, goBack } = useJourneyMoves(journey, 'money-belief')
  const place = useAssessment(moneyBelief, served, {
    path: stepPath(journey, 'money-belief'),
    isOwn: isHydrated && isAllowed,
    hasResult: false,
    onConcluded: goOn,
  })
  const { question, number, total, isReady } = place
  useDocumentTitle(moneyBeliefTitle({ number, total }))
  useEffect(() => focusHeading(), [])

  if (!question) {
    return (
      <AssessmentUnavailable
        heading="Your money beliefs"
        isLoading={moneyBelief.isLoading || !isHydrated}
        onRetry={() => void moneyBelief.load()}
      />
    )
  }
  return (
    <QuestionStep
      kind="money_belief"
      question={question}
      number={number}
      total={total}
      isLast={place.isLast}
      answer={isReady ? moneyBelief.answers[question.id] : undefined}
      isOwn={isReady}
      direction={place.direction}
      isBusy={moneyBelief.isConcluding}
      onAnswer={place.answer}
      onNext={place.next}
      onBack={place.back ?? goBack}
      notice={isReady && number === 1 && moneyBelief.isFilledIn && <FilledIn store={moneyBelief} />}
    />
  )
})
