import { applicableQuestions } from '#core/model/survey.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { AssessmentUnavailable } from './assessment-unavailable.tsx'
import { QuestionStep } from './question-step.tsx'
import { servedPlace } from './served-assessment.ts'
import type { ServedAssessment } from './served-assessment.ts'

export interface ServedQuestionProps {
  kind: DiagnosisKind
  heading: string
  served: ServedAssessment
}

const nothing = () => {}

/** The question as the server gave it, for the moment before the application runs. */
export const ServedQuestion = ({ kind, heading, served }: ServedQuestionProps) => {
  const { number, total } = servedPlace(served)
  const questions = applicableQuestions(served.questionnaire?.questions ?? [], {})
  const question = questions[Math.min(number, questions.length) - 1]
  if (!question) return <AssessmentUnavailable heading={heading} isLoading onRetry={nothing} />
  return (
    <QuestionStep
      kind={kind}
      question={question}
      number={number}
      total={total}
      isLast={false}
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
