// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '#core/model/question.ts'
import type { Answer } from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { servedProgress } from '#web/journey/use-progress.ts'
import { QuestionStep } from '#web/screens/assessment/question-step.tsx'
import { ADVANCE_AFTER, IGNORE_FOR } from '#web/screens/assessment/use-auto-advance.ts'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))
vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)

const answered: Answer[] = []
let moves = 0

const Questions = ({ questions }: { questions: readonly Question[] }) => {
  const [place, setPlace] = useState(0)
  const [answers, setAnswers] = useState<Record<string, Answer | undefined>>({})
  const question = questions[place]
  return (
    <main>
      {question && (
        <QuestionStep
          kind="survey"
          question={question}
          progress={servedProgress('sign-up', { step: 'survey' }, 'Question')}
          isFirst={place === 0}
          isLast={false}
          pause={null}
          answer={answers[question.id]}
          isOwn
          direction="forward"
          isBusy={false}
          onAnswer={(answer) => {
            setAnswers({ ...answers, [question.id]: answer })
            if (answer !== undefined) answered.push(answer)
          }}
          onNext={() => {
            moves += 1
            setPlace(place + 1)
          }}
          onBack={() => setPlace(place - 1)}
        />
      )}
    </main>
  )
}

const ask = (...questions: readonly Question[]) =>
  render(<Questions questions={[...questions, aQuestion('number', { prompt: 'The end' })]} />)

const radio = (index: number) => screen.getAllByRole('radio')[index]!
const tap = (target: HTMLElement) => {
  fireEvent.pointerDown(target)
  fireEvent.click(target)
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const announcement = 'Tap or click one to continue.'
const heading = () => screen.getByRole('heading').textContent

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  answered.splice(0)
  moves = 0
})

const [single, scale, multiple] = [
  aQuestion('single'),
  aQuestion('scale', { max: 6 }),
  aQuestion('multiple'),
] as const

describe('an option chosen by pointer', () => {
  it.each([single, aQuestion('picture'), scale])(
    'leads to the next question after a short delay ($type)',
    async (question) => {
      ask(question)
      tap(radio(1))
      await wait(ADVANCE_AFTER - 1)
      expect(heading()).toBe(question.prompt)
      await wait(1)
      expect(heading()).toBe('The end')
      expect(moves).toBe(1)
    },
  )

  it('can be replaced by another option within the delay', async () => {
    ask(single)
    tap(radio(0))
    await wait(ADVANCE_AFTER - 1)
    tap(radio(1))
    await wait(ADVANCE_AFTER - 1)
    expect(moves).toBe(0)
    await wait(1)
    expect([answered, moves]).toEqual([['one', 'two'], 1])
  })

  it('moves on only once when Next is pressed within the delay', async () => {
    ask(single, scale)
    tap(radio(0))
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await wait(ADVANCE_AFTER)
    expect([heading(), moves]).toEqual([scale.prompt, 1])
  })

  it('moves on again when the same option is chosen after Back', async () => {
    ask(single)
    tap(radio(1))
    await wait(ADVANCE_AFTER)
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(radio(1)).toHaveProperty('checked', true)
    await wait(IGNORE_FOR)
    tap(radio(1))
    await wait(ADVANCE_AFTER)
    expect([heading(), moves]).toEqual(['The end', 2])
  })

  it('does not move on when Back is pressed within the delay', async () => {
    ask(single, scale)
    tap(radio(0))
    await wait(ADVANCE_AFTER + IGNORE_FOR)
    tap(radio(2))
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    await wait(ADVANCE_AFTER)
    expect([heading(), moves]).toEqual([single.prompt, 1])
  })

  it.each([
    { ...single, is: true },
    { ...multiple, is: false },
    { ...aQuestion('number'), is: false },
  ])(
    'comes with a hint on the first question only if choosing an option moves on ($type)',
    ({ is, ...question }) => {
      ask(question)
      expect(screen.queryByText(announcement)?.tagName).toBe(is ? 'P' : undefined)
    },
  )

  it('comes with no hint on later questions', async () => {
    ask(single, scale)
    tap(radio(0))
    await wait(ADVANCE_AFTER)
    expect(heading()).toBe(scale.prompt)
    expect(screen.queryByText(announcement)).toBeNull()
  })

  it('does not move on from a multiple-choice question', async () => {
    ask(multiple)
    tap(screen.getAllByRole('checkbox')[0]!)
    await wait(ADVANCE_AFTER)
    expect(moves).toBe(0)
  })
})

describe('a question reached by auto-advance', () => {
  const second = aQuestion('scale', { id: 'second', prompt: 'The second', max: 6 })
  const answerFirst = async (next: Question) => {
    ask(scale, next)
    tap(radio(1))
    await wait(ADVANCE_AFTER)
    expect(heading()).toBe(next.prompt)
  }

  it('is not answered by the second click of a slow double click', async () => {
    await answerFirst(second)
    await wait(IGNORE_FOR - 1)
    tap(radio(1))
    await wait(ADVANCE_AFTER)
    expect(radio(1)).toHaveProperty('checked', false)
    expect([answered, heading()]).toEqual([[2], second.prompt])
    tap(radio(1))
    await wait(ADVANCE_AFTER)
    expect([answered, heading()]).toEqual([[2, 2], 'The end'])
  })

  it('is not answered by the second click of a double click when it is multiple choice', async () => {
    await answerFirst(multiple)
    tap(screen.getAllByRole('checkbox')[0]!)
    expect(answered).toEqual([2])
  })

  it('can be answered by a tap as soon as a double click is ruled out', async () => {
    await answerFirst(second)
    await wait(IGNORE_FOR)
    tap(radio(3))
    expect(answered).toEqual([2, 4])
  })

  it('can be answered by a key immediately', async () => {
    await answerFirst(second)
    fireEvent.keyDown(document.activeElement!, { key: '3' })
    expect(answered).toEqual([2, 3])
  })

  it('can be left with Back immediately, and reached again with Next', async () => {
    await answerFirst(second)
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(heading()).toBe(scale.prompt)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(heading()).toBe(second.prompt)
  })
})

describe('an option chosen by a key or a screen reader', () => {
  it('does not move on when the click comes from an arrow key or a screen reader', async () => {
    ask(single)
    fireEvent.pointerDown(document.body)
    fireEvent.keyDown(radio(0), { key: 'ArrowDown' })
    fireEvent.click(radio(1))
    await wait(ADVANCE_AFTER)
    expect([answered, moves]).toEqual([['two'], 0])
  })

  it.each([
    ['after a press elsewhere', () => fireEvent.pointerDown(document.body)],
    ['after a tap on another option', () => tap(radio(0))],
  ])('does not move on when a screen reader clicks it %s', async (_, before) => {
    ask(single)
    before()
    await wait(ADVANCE_AFTER - 1)
    fireEvent.click(radio(1))
    await wait(ADVANCE_AFTER)
    expect([answered.at(-1), moves]).toEqual(['two', 0])
  })

  it('cancels the pending move of an earlier tap', async () => {
    ask(single)
    tap(radio(0))
    fireEvent.keyDown(radio(0), { key: 'ArrowDown' })
    fireEvent.click(radio(1))
    await wait(ADVANCE_AFTER)
    expect(moves).toBe(0)
  })
})

describe('pressing Next without an answer', () => {
  const next = () => fireEvent.click(screen.getByRole('button', { name: 'Next' }))

  it.each([
    [single, 'radio'],
    [scale, 'radio'],
    [multiple, 'checkbox'],
  ] as const)(
    'moves the focus to the first option each time, and chooses nothing ($type)',
    async (question, role) => {
      ask(question)
      for (let presses = 0; presses < 2; presses += 1) {
        screen.getByRole('button', { name: 'Next' }).focus()
        next()
        await wait(ADVANCE_AFTER)
        expect(screen.getByRole('alert').textContent).toBe('This field is required.')
        expect(document.activeElement).toBe(screen.getAllByRole(role)[0])
        expect([answered, moves, heading()]).toEqual([[], 0, question.prompt])
      }
    },
  )

  it('moves the focus to the field with the error when a number can be typed', () => {
    ask(aQuestion('number', { suggestions: [{ value: 0, label: '0' }] }))
    next()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })
})

describe('digits', () => {
  const press = (key: string, modifiers = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers })

  it('choose options by their position, without moving on', async () => {
    ask(scale)
    radio(0).focus()
    press('4')
    await wait(ADVANCE_AFTER)
    expect([answered, moves, document.activeElement]).toEqual([[4], 0, radio(3)])
    press('6')
    expect(answered).toEqual([4, 6])
  })

  it('choose an option even while the heading has focus', () => {
    ask(scale)
    screen.getByRole('heading').focus()
    press('4')
    expect([answered, document.activeElement]).toEqual([[4], radio(3)])
  })

  it('choose an option in a multiple-choice question', () => {
    ask(multiple)
    screen.getAllByRole('checkbox')[0]!.focus()
    press('2')
    expect(answered).toEqual([['two']])
  })

  it.each([
    ['beyond the options', '7', {}],
    ['with a modifier', '1', { ctrlKey: true }],
    ['for the digit 0', '0', {}],
  ])('choose nothing %s', (_, key, modifiers) => {
    ask(scale)
    radio(0).focus()
    press(key, modifiers)
    expect(answered).toEqual([])
  })

  it.each([
    ['while nothing has the focus', () => {}],
    ['while Next has the focus', () => screen.getByRole('button', { name: 'Next' }).focus()],
  ])('choose nothing %s', (_, focus) => {
    ask(scale)
    focus()
    press('1')
    expect(answered).toEqual([])
  })

  it('do not choose a suggestion when a number can be typed', () => {
    const number = aQuestion('number')
    if (number.type !== 'number') throw new Error('It is not a number question.')
    ask({
      ...number,
      suggestions: [
        { value: 0, label: '0' },
        { value: 6, label: '6+' },
      ],
    })
    radio(0).focus()
    press('1')
    expect(answered).toEqual([])
  })

  it('are typed into a field', () => {
    ask(aQuestion('number'))
    screen.getByRole('textbox').focus()
    expect(press('3')).toBe(true)
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })
})
