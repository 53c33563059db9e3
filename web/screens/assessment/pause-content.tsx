import type { ReactNode } from 'react'
import { agreements } from '#core/model/pauses.ts'
import type { Agreement } from '#core/model/pauses.ts'
import type { Answers, Questionnaire } from '#core/model/survey.ts'
import { halfwayWords, statementWords, surveyEndWords } from '../../content/words/pause-words.ts'
import type { PauseWords } from '../../content/words/pause-words.ts'
import { AtAnchor } from '../../illustrations/at-anchor.tsx'
import { Buoys } from '../../illustrations/buoys.tsx'

export type Pause = PauseWords & { readonly illustration: ReactNode }

const buoysOf = (given: readonly Agreement[]) => {
  const values = given.map(({ value }) => value)
  const max = Math.max(
    ...given.map(({ question }) => (question.type === 'scale' ? question.max : 0)),
  )
  return (
    <Buoys
      title={`Your ${values.length} answers from 1 to ${max}: ${values.join(', ')}.`}
      values={values}
      max={max}
    />
  )
}

/** What a pause shows for the answers so far; `left` questions are still to come. */
export const pauseContent = (
  { kind, questions }: Questionnaire,
  answers: Answers,
  left: number,
): Pause => {
  switch (kind) {
    case 'survey':
      return {
        ...(left > 0 ? halfwayWords(answers, left) : surveyEndWords(answers)),
        illustration: <AtAnchor />,
      }
    case 'money_belief': {
      // A retake fills in the answers still to come.
      const given = agreements(questions.slice(0, questions.length - left), answers)
      return { ...statementWords(given, left), illustration: buoysOf(given) }
    }
  }
}

export type PauseContent = typeof pauseContent
