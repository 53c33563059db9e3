// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Question } from '#core/model/question.ts'
import type { Answer } from '#core/model/survey.ts'
import { aQuestion, anAnswerTo, questionTypes } from '#tests/support/questions.ts'
import { QuestionInput } from '#web/screens/assessment/question-input.tsx'

const answers: (Answer | undefined)[] = []

const Asked = ({ question }: { question: Question }) => {
  const [answer, setAnswer] = useState<Answer | undefined>()
  answers.push(answer)
  return <QuestionInput question={question} answer={answer} onAnswer={setAnswer} />
}

afterEach(() => {
  cleanup()
  answers.splice(0)
})

const type = (text: string) => {
  render(<Asked question={aQuestion('number')} />)
  fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: text } })
  return {
    message: document.querySelector('[id$="-error"]')?.textContent ?? null,
    answer: answers.at(-1),
  }
}

describe('the control of a question', () => {
  it.each(questionTypes)('accepts an answer to a question of type %s', async (each) => {
    const question = aQuestion(each)
    render(<Asked question={question} />)
    const text = screen.queryByRole('textbox')
    if (text) await userEvent.type(text, '1')
    else
      await userEvent.click(
        (screen.queryAllByRole('radio')[1] ?? screen.queryAllByRole('checkbox')[1])!,
      )
    expect(answers.at(-1)).toEqual(anAnswerTo(question, 1))
  })
})

describe('the number question of the survey', () => {
  it.each(['3.5', 'abc', '1e1', '2,5', '12345678901234567'])(
    'asks for a whole number instead of %j',
    (text) => {
      expect(type(text)).toEqual({ message: 'Enter a whole number.', answer: undefined })
    },
  )

  it.each([
    ['-1', 'The value can not be smaller than 0.'],
    ['37', 'The value can not be greater than 36.'],
    ['３７', 'The value can not be greater than 36.'],
  ])('names the limit that %j is beyond', (text, message) => {
    expect(type(text)).toEqual({ message, answer: undefined })
  })

  it.each([' 12', '12 ', '１２', '١٢', '012'])('reads %j as 12', (text) => {
    expect(type(text)).toEqual({ message: null, answer: 12 })
  })
})
