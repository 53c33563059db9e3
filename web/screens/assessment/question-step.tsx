import { useState } from 'react'
import type { ReactNode } from 'react'
import { messages } from '#core/model/messages.ts'
import { isAnswered } from '#core/model/survey.ts'
import type { Question } from '#core/model/question.ts'
import type { Answer, DiagnosisKind } from '#core/model/survey.ts'
import { Button } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import type { StepContent, StepDirection } from '../../components/step-frame.tsx'
import { QuestionInput } from './question-input.tsx'
import { useEarlyAnswer } from './use-early-answer.ts'

export interface QuestionStepProps {
  kind: DiagnosisKind
  question: Question
  /** 1-based. */
  number: number
  total: number
  isLast: boolean
  answer: Answer | undefined
  /** What follows upon this answer: the question and what was answered to it before. */
  next?: { readonly question: Question; readonly answer: Answer | undefined } | null
  /** Where this visitor stands; false for what is served to everybody until that is known. */
  isOwn: boolean
  direction: StepDirection
  /** Working out the result. */
  isBusy: boolean
  onAnswer: (answer: Answer | undefined) => void
  onNext: () => void
  onBack: (() => void) | null
  footnote?: ReactNode
}

const words = {
  survey: { label: 'Check-up', noun: 'Question', busy: 'Reading your answers' },
  money_belief: { label: 'Money beliefs', noun: 'Statement', busy: 'Weighing your answers' },
} as const

type Asked = Pick<QuestionStepProps, 'kind' | 'question' | 'number' | 'answer' | 'onAnswer'> & { error?: string }

const stepOf = ({ kind, question, number, answer, error, onAnswer }: Asked): StepContent => ({
  stepKey: question.id,
  heading: kind === 'money_belief' ? `“${question.prompt}”` : question.prompt,
  intro: question.help ?? (kind === 'money_belief' && number === 1 ? 'How far do you agree? Answer as you are, not as you would like to be.' : undefined),
  children: <QuestionInput question={question} answer={answer} error={error} onAnswer={onAnswer} />,
})

/** One question a screen. */
export const QuestionStep = (props: QuestionStepProps) => {
  const { kind, question, number, total, isLast, answer, next, isOwn, direction, isBusy, onAnswer, onNext, onBack, footnote } = props
  const { label, noun, busy } = words[kind]
  const [unansweredId, setUnansweredId] = useState<string | null>(null)
  useEarlyAnswer(question.id, isOwn)
  const isMissing = question.required && !isAnswered(answer)
  return (
    <StepFrame
      {...stepOf({ kind, question, number, answer, onAnswer, error: isMissing && unansweredId === question.id ? messages.required : undefined })}
      next={next && !isMissing ? stepOf({ kind, number: number + 1, onAnswer, ...next }) : null}
      direction={direction}
      progress={{ label, value: number, max: total, text: `${noun} ${number} of ${total}` }}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        if (isMissing) setUnansweredId(question.id)
        else onNext()
      }}
      actions={
        <>
          {onBack && (
            <Button look="quiet" onClick={onBack}>
              Back
            </Button>
          )}
          {/* Another one than was served: one that shrank, to make room for Back, would be a shift of the layout. */}
          <Button key={isOwn ? 'own' : 'served'} type="submit" wide busy={isBusy} busyLabel={busy}>
            {isLast ? 'See your result' : 'Next'}
          </Button>
        </>
      }
      footnote={footnote}
    />
  )
}
