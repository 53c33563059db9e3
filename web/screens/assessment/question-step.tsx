import { useState } from 'react'
import type { ReactNode } from 'react'
import { messages } from '#core/model/messages.ts'
import { isAnswerTo } from '#core/model/survey.ts'
import type { Question } from '#core/model/question.ts'
import type { Answer, DiagnosisKind } from '#core/model/survey.ts'
import { Button } from '../../components/button.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import type { Elements } from '../../components/elements.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import type { StepDirection } from '../../journey/step-frame.tsx'
import { QuestionInput } from './question-input.tsx'
import { useReplayedInput } from './use-replayed-input.ts'

export interface QuestionStepProps {
  kind: DiagnosisKind
  question: Question
  /** 1-based. */
  number: number
  total: number
  isLast: boolean
  answer: Answer | undefined
  /**
   * Whether this is the visitor's own question; false for the one served to everybody until the
   * state is known.
   */
  isOwn: boolean
  direction: StepDirection
  /** Whether the result is being calculated. */
  isBusy: boolean
  onAnswer: (answer: Answer | undefined) => void
  onNext: () => void
  onBack: (() => void) | null
  /** Shown above the answers. */
  notice?: Elements
  footnote?: ReactNode
}

const words = {
  survey: { label: 'Check-up', noun: 'Question', busy: 'Reading your answers' },
  money_belief: { label: 'Money beliefs', noun: 'Statement', busy: 'Weighing your answers' },
} as const

/** One question a screen. */
export const QuestionStep = (props: QuestionStepProps) => {
  const {
    kind,
    question,
    number,
    total,
    isLast,
    answer,
    isOwn,
    direction,
    isBusy,
    onAnswer,
    onNext,
    onBack,
    notice,
    footnote,
  } = props
  const { label, noun, busy } = words[kind]
  const [unansweredId, setUnansweredId] = useState<string | null>(null)
  useReplayedInput(question.id, isOwn)
  const isStatement = kind === 'money_belief'
  const isMissing = question.required && !isAnswerTo(question, answer)
  return (
    <StepFrame
      stepKey={question.id}
      heading={isStatement ? `“${question.prompt}”` : question.prompt}
      intro={
        question.help ??
        (isStatement && number === 1
          ? 'How much do you agree? Answer as you are, not as you’d like to be.'
          : undefined)
      }
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
          {/* A new element: the served one would shift the layout when it makes room for Back. */}
          <Button key={isOwn ? 'own' : 'served'} type="submit" wide busy={isBusy} busyLabel={busy}>
            {isLast ? 'See your result' : 'Next'}
          </Button>
        </>
      }
      footnote={footnote}
    >
      {notice}
      {question.why && (
        <Disclosure summary="Why we ask">
          <p>{question.why}</p>
        </Disclosure>
      )}
      <QuestionInput
        question={question}
        answer={answer}
        error={isMissing && unansweredId === question.id ? messages.required : undefined}
        onAnswer={onAnswer}
      />
    </StepFrame>
  )
}
