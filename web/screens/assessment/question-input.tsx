import { useState } from 'react'
import { messages } from '#core/model/messages.ts'
import type { NumberQuestion, Option, Question } from '#core/model/question.ts'
import { DECLINED } from '#core/model/survey.ts'
import type { Answer } from '#core/model/survey.ts'
import { readWholeNumber } from '#core/model/whole-number.ts'
import { ChoiceList } from '../../components/choice-list.tsx'
import type { ChoiceOption } from '../../components/choice-list.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { Points, Scale } from '../../components/scale.tsx'
import { LazyIntroPicture } from '../../illustrations/lazy-intro-picture.tsx'
import { WHOLE_NUMBER_MESSAGE } from '../../content/words/form-words.ts'

export interface QuestionInputProps {
  question: Question
  answer: Answer | undefined
  error?: string
  /** Undefined removes the answer. */
  onAnswer: (answer: Answer | undefined) => void
}

const isText = (answer: Answer | undefined): answer is string => typeof answer === 'string'

const declining: ChoiceOption = {
  id: DECLINED,
  label: 'Prefer not to say',
  note: 'Not scored.',
  exclusive: true,
}

const withDeclining = (
  options: readonly Option[],
  isDeclinable = false,
): readonly ChoiceOption[] => (isDeclinable ? [...options, declining] : options)

/** The right control for a question. */
export const QuestionInput = ({ question, answer, error, onAnswer }: QuestionInputProps) => {
  const shared = { legend: question.prompt, name: question.id, error }
  switch (question.type) {
    case 'single':
      return (
        <ChoiceList
          {...shared}
          options={withDeclining(question.options, question.declinable)}
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
            picture: <LazyIntroPicture id={option.id} />,
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
          options={withDeclining(question.options, question.declinable)}
          value={Array.isArray(answer) ? answer : answer === DECLINED ? [DECLINED] : []}
          onChange={(chosen) => {
            if (chosen.includes(DECLINED)) onAnswer(DECLINED)
            else onAnswer(chosen.length > 0 ? chosen : undefined)
          }}
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
 * A number field with suggestions. Only a number within the limits is an answer; anything else
 * stays in the field with an error. Picking a suggestion clears the field, and typing a number
 * unpicks it.
 */
const NumberInput = ({
  question,
  answer,
  error,
  onAnswer,
}: QuestionInputProps & { question: NumberQuestion }) => {
  const { id, prompt, min, max, maxLabel, unit, declinable, suggestions = [] } = question
  const kept = typeof answer === 'number' ? answer : null
  const isSuggested = suggestions.some(({ value }) => value === kept)
  const [typed, setTyped] = useState<number | null>(isSuggested ? null : kept)
  const isProblem = problemOf(question, typed) !== undefined
  const isPicked = isSuggested && typed !== kept && !isProblem
  const isDeclined = isText(answer) && !isProblem
  const shown = isProblem ? typed : isPicked ? null : kept
  const pick = (value: Answer) => {
    setTyped(null)
    onAnswer(value)
  }
  return (
    <>
      {suggestions.length > 0 && (
        <fieldset>
          <legend className="visually-hidden">{prompt}</legend>
          <Points
            name={id}
            points={suggestions}
            value={isPicked ? kept : null}
            onChange={pick}
            isInvalid={Boolean(error)}
          />
        </fieldset>
      )}
      <NumberField
        label={suggestions.length > 0 ? 'Or type a number' : 'Your answer'}
        hint={maxLabel ? `${max} means ${maxLabel.toLowerCase()}.` : `From ${min} to ${max}.`}
        unit={unit}
        aria-required={!isPicked && !isDeclined}
        value={shown}
        read={readWholeNumber}
        error={problemOf(question, shown) ?? error}
        onChange={(value) => {
          setTyped(value)
          onAnswer(value === null || problemOf(question, value) ? undefined : value)
        }}
      />
      {declinable && (
        <ChoiceList
          legend={prompt}
          name={id}
          options={[declining]}
          keepsErrorSpace={false}
          value={isDeclined ? answer : null}
          onChange={pick}
        />
      )}
    </>
  )
}
