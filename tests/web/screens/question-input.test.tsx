// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Question } from '#core/model/question.ts'
import { DECLINED } from '#core/model/survey.ts'
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

describe('a question that may be declined', () => {
  const decline = () => userEvent.click(screen.getByLabelText(/Prefer not to say/))

  it.each(['single', 'multiple', 'number'] as const)(
    'accepts “prefer not to say” for the type %s',
    async (each) => {
      render(<Asked question={aQuestion(each, { declinable: true })} />)
      await decline()
      expect(answers.at(-1)).toBe(DECLINED)
    },
  )

  it('clears the chosen options when it is declined, and vice versa', async () => {
    render(<Asked question={aQuestion('multiple', { declinable: true })} />)
    await userEvent.click(screen.getByLabelText('The first'))
    await decline()
    expect(answers.at(-1)).toBe(DECLINED)
    await userEvent.click(screen.getByLabelText('The second'))
    expect(answers.at(-1)).toEqual(['two'])
  })

  it('clears a number that was typed, even one that is not a valid answer', async () => {
    render(<Asked question={aQuestion('number', { declinable: true })} />)
    await userEvent.type(screen.getByRole('textbox'), '99')
    await decline()
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
    expect(answers.at(-1)).toBe(DECLINED)
    await userEvent.type(screen.getByRole('textbox'), '7')
    expect(answers.at(-1)).toBe(7)
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(false)
  })
})

describe('suggested numbers', () => {
  const question = aQuestion('number', {
    suggestions: [
      { value: 0, label: '0' },
      { value: 4, label: '3–5' },
    ],
  })
  const chip = () => screen.getByLabelText<HTMLInputElement>('3–5')
  const field = () => screen.getByRole<HTMLInputElement>('textbox')

  it('replace a typed number, and are deselected by typing a number', async () => {
    render(<Asked question={question} />)
    await userEvent.click(chip())
    expect([answers.at(-1), chip().checked, field().value]).toEqual([4, true, ''])
    await userEvent.type(field(), '12')
    expect([answers.at(-1), chip().checked, field().value]).toEqual([12, false, '12'])
    await userEvent.click(chip())
    expect([answers.at(-1), chip().checked, field().value]).toEqual([4, true, ''])
  })

  it('are not selected by typing the same number', async () => {
    render(<Asked question={question} />)
    await userEvent.type(field(), '4')
    expect([answers.at(-1), chip().checked, field().value]).toEqual([4, false, '4'])
  })
})

describe('the field for a number', () => {
  const field = () => screen.getByRole('textbox')

  it.each(['3–5', /Prefer not to say/])('is required until %s is picked', async (label) => {
    const suggestions = [{ value: 4, label: '3–5' }]
    render(<Asked question={aQuestion('number', { declinable: true, suggestions })} />)
    expect(field().getAttribute('aria-required')).toBe('true')
    await userEvent.click(screen.getByLabelText(label))
    expect(field().getAttribute('aria-required')).toBe('false')
    await userEvent.type(field(), '7')
    expect(field().getAttribute('aria-required')).toBe('true')
  })
})

describe('a number question', () => {
  it('shows its limits under its label', () => {
    render(<Asked question={aQuestion('number')} />)
    expect(screen.queryByText('From 0 to 36.')).not.toBeNull()
  })

  it('says what it counts, and what the highest number means', () => {
    render(
      <Asked question={aQuestion('number', { unit: 'months', maxLabel: 'Three years or more' })} />,
    )
    const described = screen.getByRole('textbox').getAttribute('aria-describedby') ?? ''
    expect(described.split(' ').map((id) => document.getElementById(id)?.textContent)).toEqual([
      '36 means three years or more.',
      'months',
    ])
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
