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
import type { ProgressBarProps } from '../../journey/progress-bar.tsx'
import type { Pause } from './pause-content.tsx'
import { QuestionInput } from './question-input.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'
import { useReplayedInput } from './use-replayed-input.ts'

export interface QuestionStepProps {
  kind: DiagnosisKind
  question: Question
  progress: ProgressBarProps
  isFirst: boolean
  isLast: boolean
  /**
   * The pause shown before the question, or after the last one; null while the question is shown.
   */
  pause: Pause | null
  answer: Answer | undefined
  /**
   * Whether this is the visitor's own question. False while their state is unknown and the question
   * served to everybody is shown.
   */
  isOwn: boolean
  direction: StepDirection
  /** Whether the result is being calculated. */
  isBusy: boolean
  onAnswer: (answer: Answer | undefined) => void
  /** Called to continue from the question or from the pause. */
  onNext: () => void
  onBack: (() => void) | null
  /** Shown above the answers. */
  notice?: Elements
  footnote?: ReactNode
}

/** Whether tapping an answer moves to the next question, as in use-auto-advance.ts. */
const followsByItself = ({ type }: Question): boolean => {
  switch (type) {
    case 'single':
    case 'picture':
    case 'scale':
      return true
    case 'multiple':
    case 'number':
      return false
  }
}

const busyLabel = 'Adding it up'

/** One question per screen, or the pause before it. */
export const QuestionStep = (props: QuestionStepProps) => {
  const {
    kind,
    question,
    progress,
    isFirst,
    isLast,
    pause,
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
  // The first question shown: the served one and then, once it is known, the visitor's own.
  const [first, setFirst] = useState({ id: question.id, isOwn })
  if (isOwn && !first.isOwn) setFirst({ id: question.id, isOwn })
  const [unansweredId, setUnansweredId] = useState<string | null>(null)
  useReplayedInput(question.id, isOwn)
  useAutoAdvance(isOwn)
  const isStatement = kind === 'money_belief'
  const isMissing = question.required && !isAnswerTo(question, answer)
  const intro = [
    question.help ?? (isStatement && isFirst && 'How much do you agree today?'),
    // Shown only in the check-up, because every journey begins with it.
    !isStatement && isFirst && followsByItself(question) && 'Tap or click one to continue.',
  ]
    .filter(Boolean)
    .join(' ')
  const back = onBack && (
    <Button look="quiet" onClick={onBack}>
      Back
    </Button>
  )
  if (pause) {
    return (
      <StepFrame
        stepKey={`pause ${question.id}`}
        direction={direction}
        progress={progress}
        illustration={pause.illustration}
        label={pause.label}
        heading={pause.heading}
        intro={pause.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onNext()
        }}
        actions={
          <>
            {back}
            <Button type="submit" wide busy={isBusy} busyLabel={busyLabel}>
              {isLast ? 'See your result' : 'Continue'}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <StepFrame
      stepKey={question.id}
      heading={isStatement ? `“${question.prompt}”` : question.prompt}
      intro={intro && <p>{intro}</p>}
      direction={direction}
      progress={progress}
      isLow={question.type === 'scale'}
      autoComplete="off"
      onSubmit={(event) => {
        // early-submit.ts has held this submit back; it is repeated once the answers are known.
        if (!isOwn) return
        event.preventDefault()
        if (isBusy) return
        if (!isMissing) return onNext()
        setUnansweredId(question.id)
        const form = event.currentTarget
        const field = form.querySelector<HTMLElement>('[type=text]') ?? form.querySelector('input')
        field?.focus()
      }}
      actions={
        <>
          {back}
          {/* A new element if the visitor is at another question than the served one, since moving
             the served button to make room for Back would be a layout shift. */}
          <Button key={first.id} type="submit" wide busy={isBusy} busyLabel={busyLabel}>
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
