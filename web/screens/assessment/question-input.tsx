import { useState } from 'react'
import { messages } from '#core/model/messages.ts'
import type { Answer, Question } from '#core/model/survey.ts'
import { ChoiceList } from '../../components/choice-list.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { Scale } from '../../components/scale.tsx'
import { LateIntroPicture } from '../../illustrations/late-intro-picture.tsx'
import { WHOLE_NUMBER_MESSAGE } from '../words/form-words.ts'

export interface QuestionInputProps {
  question: Question
  answer: Answer | undefined
  error?: string
  /** Undefined takes the answer back. */
  onAnswer: (answer: Answer | undefined) => void
}

const isText = (answer: Answer | undefined): answer is string => typeof answer === 'string'

/** The right control for a question. */
export const QuestionInput = (props: QuestionInputProps) => {
  const { question, answer, error, onAnswer } = props
  const { id, type, prompt, options = [], min, max, minLabel, maxLabel } = question
  switch (type) {
    case 'single':
      return (
        <ChoiceList
          legend={prompt}
          name={id}
          options={options}
          value={isText(answer) ? answer : null}
          error={error}
          onChange={onAnswer}
        />
      )
    case 'picture':
      return (
        <ChoiceList
          legend={prompt}
          name={id}
          pictures
          options={options.map((option) => ({ ...option, picture: <LateIntroPicture id={option.id} /> }))}
          value={isText(answer) ? answer : null}
          error={error}
          onChange={onAnswer}
        />
      )
    case 'multiple':
      return (
        <ChoiceList
          legend={prompt}
          name={id}
          multiple
          options={options}
          value={Array.isArray(answer) ? answer : []}
          error={error}
          onChange={(chosen) => onAnswer(chosen.length > 0 ? chosen : undefined)}
        />
      )
    case 'scale':
      return (
        <Scale
          legend={prompt}
          name={id}
          min={min}
          max={max}
          minLabel={minLabel ?? ''}
          maxLabel={maxLabel ?? ''}
          value={typeof answer === 'number' ? answer : null}
          error={error}
          onChange={onAnswer}
        />
      )
    case 'number':
      return <NumberInput {...props} />
  }
}

/** What is wrong with a number: that it is not a whole one, or out of range. */
const problemOf = ({ min, max }: Question, value: number | null): string | undefined => {
  if (value === null) return undefined
  if (Number.isNaN(value)) return WHOLE_NUMBER_MESSAGE
  if (max !== undefined && value > max) return messages.max(max)
  if (min !== undefined && value < min) return messages.min(min)
  return undefined
}

/** Only a number within the limits is an answer; any other stays in the field with what is wrong about it. */
const NumberInput = ({ question, answer, error, onAnswer }: QuestionInputProps) => {
  const [typed, setTyped] = useState<number | null>(typeof answer === 'number' ? answer : null)
  const kept = typeof answer === 'number' ? answer : null
  const isProblem = problemOf(question, typed) !== undefined
  const shown = isProblem ? typed : kept
  const { min, max } = question
  return (
    <NumberField
      label="Your answer"
      hint={min !== undefined && max !== undefined ? `A whole number from ${min} to ${max}.` : undefined}
      value={shown}
      error={problemOf(question, shown) ?? error}
      onChange={(value) => {
        setTyped(value)
        onAnswer(value === null || problemOf(question, value) ? undefined : value)
      }}
    />
  )
}
