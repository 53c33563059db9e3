import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useRecordStepView, useStartedApp, useStore, useStores } from '../../stores/app-loader.tsx'
import { useHydrated } from '../../components/use-hydrated.ts'
import { Assessments } from '../../stores/assessment-store.ts'
import { focusHeading } from '../../journey/focus-heading.ts'
import { ResumeOffer } from '../../journey/resume-offer.tsx'
import { useDocumentTitle } from '../../journey/use-document-title.ts'
import { useStepMoves } from '../../journey/use-journey-moves.ts'
import { useProgress } from '../../journey/use-progress.ts'
import { useStepGuard } from '../../journey/use-step-guard.ts'
import { AssessmentUnavailable } from './assessment-unavailable.tsx'
import { FilledIn } from './filled-in.tsx'
import { QuestionStep } from './question-step.tsx'
import { ServedQuestion } from './served-question.tsx'
import { passedOf, surveyTitle } from './served-assessment.ts'
import { useAssessment } from './use-assessment.ts'
import { usePauseContent } from './use-pause-content.ts'
import { useResultHeading } from '../result/use-result-heading.ts'
import { useSurveyResultStep } from './use-survey-result-step.ts'
import type { ServedAssessment } from './served-assessment.ts'

export interface SurveyScreenProps {
  journey: JourneyName
  served: ServedAssessment
}

/** The survey, one question per screen, and its result. */
export const SurveyScreen = ({ journey, served }: SurveyScreenProps) => {
  const state = useStartedApp()
  return state.kind === 'running' ? (
    <Survey journey={journey} served={served} />
  ) : (
    <ServedQuestion journey={journey} kind="survey" heading="Your check-up" served={served} />
  )
}

type BeginningProps = { journey: JourneyName; isReady: boolean; isSignedIn: boolean }

const Beginning = ({ journey, isReady, isSignedIn }: BeginningProps) => (
  <>
    <p>
      {isSignedIn
        ? 'Five minutes for the check-up. The result goes into your account.'
        : 'Five minutes for the check-up. Until you create an account, only this device stores your answers.'}
    </p>
    {journey === 'sign-up' && (
      <p>
        <span>Already decided?</span>{' '}
        <Link to={stepPath('enroll', 'payment')} data-call="">
          Quick sign-up
        </Link>
      </p>
    )}
    {isReady && <ResumeOffer besides={['survey']} />}
  </>
)

const Survey = observer(({ journey, served }: SurveyScreenProps) => {
  const { global } = useStores()
  const { survey } = useStore(Assessments)
  const recordStepView = useRecordStepView()
  const isHydrated = useHydrated()
  const isAllowed = useStepGuard(journey, 'survey')
  const { goOn } = useStepMoves(journey, 'survey')
  const pauseContent = usePauseContent()
  const path = stepPath(journey, 'survey')
  const place = useAssessment(survey, served, {
    path,
    isOwn: isHydrated && isAllowed,
    hasResult: true,
    canPause: pauseContent !== null,
    onConcluded: () => {},
  })
  const { question, number, total, isResult, isReady, step } = place
  const asks = surveyTitle(isResult ? null : { number, total })
  const pause =
    place.isPaused && survey.questionnaire && pauseContent
      ? pauseContent(survey.questionnaire, survey.answers, total - place.passed)
      : null
  const title = pause ? pause.label : asks
  const progress = useProgress(
    journey,
    { step: 'survey', passed: passedOf('survey', { number: place.passed + 1, total }) },
    pause ? `${place.passed} of ${total} answered` : asks,
    isReady,
  )
  useDocumentTitle(title)
  useEffect(() => focusHeading(), [])

  useEffect(() => {
    if (isReady && !place.isPaused)
      recordStepView({ path: `${path}?step=${step}`, title: document.title })
  }, [recordStepView, path, isReady, step, place.isPaused])

  const { diagnosis } = global.signUpData.survey
  const {
    Step: ResultStep,
    isFailed,
    retry,
  } = useSurveyResultStep(isReady && (isResult || number >= total - 2))
  const resultShown = ResultStep === null ? 'awaited-result' : 'result'
  useResultHeading(isReady ? (isResult ? resultShown : 'question') : null)
  if (isReady && isResult && diagnosis) {
    if (ResultStep === null) {
      return (
        <AssessmentUnavailable
          heading="Your result"
          title="We can’t load your result right now"
          isLoading={!isFailed}
          onRetry={retry}
        />
      )
    }
    return (
      <ResultStep
        journey={journey}
        progress={progress}
        diagnosis={diagnosis}
        direction={place.direction}
        onBack={place.toLastQuestion}
        onNext={goOn}
        onRetake={place.toFirstQuestion}
        resume={<ResumeOffer besides={['survey', 'money-belief']} />}
      />
    )
  }
  if (!question) {
    return (
      <AssessmentUnavailable
        heading="Your check-up"
        progress={served.questionnaire ? progress : undefined}
        isLoading={survey.isLoading || !isHydrated || served.questionnaire !== null}
        onRetry={() => void survey.load()}
      />
    )
  }
  return (
    <QuestionStep
      kind="survey"
      question={question}
      progress={progress}
      isFirst={number === 1}
      isLast={place.isLast}
      pause={pause}
      answer={isReady ? survey.answers[question.id] : undefined}
      isOwn={isReady}
      direction={place.direction}
      isBusy={survey.isConcluding}
      onAnswer={place.answer}
      onNext={pause ? place.goOn : place.next}
      onBack={place.back}
      notice={isReady && number === 1 && survey.isFilledIn && <FilledIn store={survey} />}
      footnote={
        number === 1 ? (
          <Beginning
            journey={journey}
            isReady={isReady}
            isSignedIn={isReady && global.currentUser !== null}
          />
        ) : undefined
      }
    />
  )
})
