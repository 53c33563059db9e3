import { useState } from 'react'
import { messages } from '#core/model/messages.ts'
import type { NumberQuestion, Question } from '#core/model/question.ts'
import type { Answer } from '#core/model/survey.ts'
import { ChoiceList } from '../../components/choice-list.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { Scale } from '../../components/scale.tsx'
import { LateIntroPicture } from '../../illustrations/late-intro-picture.tsx'
import { WHOLE_NUMBER_MESSAGE } from '../../content/words/form-words.ts'

export interface QuestionInputProps {
  question: Question
  answer: Answer | undefined
  error?: string
  /** Undefined takes the answer back. */
  onAnswer: (answer: Answer | undefined) => void
}

const isText = (answer: Answer | undefined): answer is string => typeof answer === 'string'

/** The right control for a question. */
export const QuestionInput = ({ question, answer, error, onAnswer }: QuestionInputProps) => {
  const shared = { legend: question.prompt, name: question.id, error }
  switch (question.type) {
    case 'single':
      return (
        <ChoiceList
          {...shared}
          options={question.options}
          value={isText(answer) ? answer : null}
          onChange={onAnswer}
        />
      )
    case 'picture':
      return (
        <ChoiceList
          {...shared}
          pictures
          options={question.options.map((option) => ({
            ...option,
            picture: <LateIntroPicture id={option.id} />,
          }))}
          value={isText(answer) ? answer : null}
          onChange={onAnswer}
        />
      )
    case 'multiple':
      return (
        <ChoiceList
          {...shared}
          multiple
          options={question.options}
          value={Array.isArray(answer) ? answer : []}
          onChange={(chosen) => onAnswer(chosen.length > 0 ? chosen : undefined)}
        />
      )
    case 'scale': {
      const { min, max, minLabel, maxLabel } = question
      const value = typeof answer === 'number' ? answer : null
      return <Scale {...shared} {...{ min, max, minLabel, maxLabel, value }} onChange={onAnswer} />
    }
    case 'number':
      return <NumberInput question={question} answer={answer} error={error} onAnswer={onAnswer} />
  }
}

/** What is wrong with a number: that it is not a whole one, or out of range. */
const problemOf = ({ min, max }: NumberQuestion, value: number | null): string | undefined => {
  if (value === null) return undefined
  if (Number.isNaN(value)) return WHOLE_NUMBER_MESSAGE
  if (value > max) return messages.max(max)
  if (value < min) return messages.min(min)
  return undefined
}

/**
 * Only a number within the limits is an answer; any other stays in the field with what is wrong
 * about it.
 */
const NumberInput = ({
  question,
  answer,
  error,
  onAnswer,
}: QuestionInputProps & { question: NumberQuestion }) => {
  const [typed, setTyped] = useState<number | null>(typeof answer === 'number' ? answer : null)
  const kept = typeof answer === 'number' ? answer : null
  const isProblem = problemOf(question, typed) !== undefined
  const shown = isProblem ? typed : kept
  const { min, max } = question
  return (
    <NumberField
      label="Your answer"
      hint={`A whole number from ${min} to ${max}.`}
      value={shown}
      error={problemOf(question, shown) ?? error}
      onChange={(value) => {
        setTyped(value)
        onAnswer(value === null || problemOf(question, value) ? undefined : value)
      }}
    />
  )
}
