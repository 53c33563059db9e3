// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer, Question } from '#core/model/survey.ts'
import { QuestionInput } from '#web/screens/assessment/question-input.tsx'

const question: Question = { id: 'months', type: 'number', prompt: 'How many months?', min: 0, max: 36, required: true }

const answers: (Answer | undefined)[] = []

const Asked = () => {
  const [answer, setAnswer] = useState<Answer | undefined>()
  answers.push(answer)
  return <QuestionInput question={question} answer={answer} onAnswer={setAnswer} />
}

afterEach(() => {
  cleanup()
  answers.splice(0)
})

const type = (text: string) => {
  render(<Asked />)
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: text } })
  return { message: document.querySelector('[id$="-error"]')?.textContent ?? null, answer: answers.at(-1) }
}

describe('the number question of the survey', () => {
  it.each(['3.5', 'abc', '1e1', '2,5', '12345678901234567'])('asks for a whole number instead of %j', (text) => {
    expect(type(text)).toEqual({ message: 'Enter a whole number.', answer: undefined })
  })

  it.each([
    ['-1', 'The value can not be smaller than 0.'],
    ['37', 'The value can not be greater than 36.'],
    ['３７', 'The value can not be greater than 36.'],
  ])('names the limit that %j is beyond', (text, message) => {
    expect(type(text)).toEqual({ message, answer: undefined })
  })

  it.each([' 12', '12 ', '１２', '١٢', '012'])('takes %j for 12', (text) => {
    expect(type(text)).toEqual({ message: null, answer: 12 })
  })
})
