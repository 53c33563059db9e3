import type { JourneyName, StepId } from '#core/model/routes.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { servedProgress } from '../../journey/use-progress.ts'
import { AssessmentUnavailable } from './assessment-unavailable.tsx'
import { QuestionStep } from './question-step.tsx'
import { passedOf, servedPlace, servedQuestion, titles } from './served-assessment.ts'
import type { ServedAssessment } from './served-assessment.ts'

export interface ServedQuestionProps {
  journey: JourneyName
  kind: DiagnosisKind
  heading: string
  served: ServedAssessment
}

const steps = {
  survey: 'survey',
  money_belief: 'money-belief',
} as const satisfies Record<DiagnosisKind, StepId>

const nothing = () => {}

/** The question as the server rendered it, shown until the application runs. */
export const ServedQuestion = ({ journey, kind, heading, served }: ServedQuestionProps) => {
  const { number, total } = servedPlace(served)
  const question = servedQuestion(served.questionnaire, { number, total })
  const progress = servedProgress(
    journey,
    { step: steps[kind], passed: passedOf(kind, { number, total }) },
    titles[kind]({ number, total }),
  )
  if (!question) {
    return (
      <AssessmentUnavailable
        heading={heading}
        progress={served.questionnaire ? progress : undefined}
        isLoading
        onRetry={nothing}
      />
    )
  }
  return (
    <QuestionStep
      kind={kind}
      question={question}
      progress={progress}
      isFirst={number === 1}
      isLast={false}
      pause={null}
      answer={undefined}
      isOwn={false}
      direction="forward"
      isBusy={false}
      onAnswer={nothing}
      onNext={nothing}
      onBack={null}
    />
  )
}
