// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '#core/model/question.ts'
import type { Answer } from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'
import { earlySubmitScript } from '#web/journey/early-submit.ts'
import { servedProgress } from '#web/journey/use-progress.ts'
import { QuestionStep } from '#web/screens/assessment/question-step.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))
vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)

let moves = 0
let kept: Answer | undefined

/** A hydrated step. With `isOwn`, the stored answers have loaded, and Back works. */
const Step = ({ question, isOwn }: { question: Question; isOwn: boolean }) => {
  const [answer, setAnswer] = useState<Answer | undefined>()
  return (
    <main>
      <QuestionStep
        kind="survey"
        question={question}
        progress={servedProgress('sign-up', { step: 'survey' }, 'Question')}
        isFirst
        isLast={false}
        pause={null}
        answer={isOwn ? answer : undefined}
        isOwn={isOwn}
        direction="forward"
        isBusy={false}
        onAnswer={(given) => {
          if (!isOwn) return
          setAnswer(given)
          kept = given
        }}
        onNext={() => {
          if (isOwn) moves += 1
        }}
        onBack={isOwn ? () => {} : null}
      />
    </main>
  )
}

/** Does something before the stored answers have loaded, and then loads them. */
const early = async (question: Question, doEarly: () => void, owned = question) => {
  const { rerender } = render(<Step question={question} isOwn={false} />)
  doEarly()
  rerender(<Step question={owned} isOwn />)
  await act(() => vi.advanceTimersByTimeAsync(10))
}

/**
 * Does something before the application's own form replaces the server's. Returns whether the
 * second option is checked in the new form when it first renders.
 */
const earlyInServed = async (question: Question, doEarly: () => void, isOwnAtOnce: boolean) => {
  const { rerender } = render(<Step key="served" question={question} isOwn={false} />)
  doEarly()
  rerender(<Step key="own" question={question} isOwn={isOwnAtOnce} />)
  const wasShown = radio(1).checked
  rerender(<Step key="own" question={question} isOwn />)
  await act(() => vi.advanceTimersByTimeAsync(10))
  return wasShown
}

const radio = (index: number) => screen.getAllByRole<HTMLInputElement>('radio')[index]!
const box = (index: number) => screen.getAllByRole<HTMLInputElement>('checkbox')[index]!
const nextButton = () => screen.getByRole('button', { name: 'Next' })
const next = () => fireEvent.click(nextButton())

beforeEach(() => {
  vi.useFakeTimers()
  // oxlint-disable-next-line no-implied-eval -- runs the script as the document would
  if (!('pressed' in document.documentElement.dataset)) new Function(earlySubmitScript)()
  document.documentElement.dataset['pressed'] = ''
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  moves = 0
  kept = undefined
})

describe('an answer given before the visitor’s stored answers have loaded', () => {
  it.each([aQuestion('single'), aQuestion('picture')])(
    'is shown immediately, and kept ($type)',
    async (question) => {
      let wasChecked = false
      await early(question, () => {
        fireEvent.click(radio(1))
        wasChecked = radio(1).checked
      })
      expect([wasChecked, kept, radio(1).checked, moves]).toEqual([true, 'two', true, 0])
    },
  )

  it('is replaced by a later answer', async () => {
    await early(aQuestion('single'), () => {
      fireEvent.click(radio(1))
      fireEvent.click(radio(0))
    })
    expect(kept).toBe('one')
  })

  it('can consist of several options', async () => {
    await early(aQuestion('multiple'), () => {
      fireEvent.click(box(0))
      fireEvent.click(box(1))
    })
    expect(kept).toEqual(['one', 'two'])
  })

  it('can be taken back', async () => {
    await early(aQuestion('multiple'), () => {
      fireEvent.click(box(0))
      fireEvent.click(box(0))
    })
    expect(kept).toBeUndefined()
  })

  it('leads to the next question when its option was tapped', async () => {
    await early(aQuestion('single'), () => {
      fireEvent.pointerDown(radio(1))
      fireEvent.click(radio(1))
    })
    expect([kept, moves]).toEqual(['two', 1])
  })

  it('is kept, and moves on only once, when another option is tapped just after', async () => {
    const tap = (index: number) => {
      fireEvent.pointerDown(radio(index))
      fireEvent.click(radio(index))
    }
    await early(aQuestion('single'), () => tap(1))
    tap(0)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect([kept, moves]).toEqual(['two', 1])
  })

  it('leads to the next question after Next was pressed', async () => {
    await early(aQuestion('single'), () => {
      fireEvent.click(radio(1))
      next()
    })
    expect([kept, moves]).toEqual(['two', 1])
  })

  it('is discarded when the visitor turns out to be at another question', async () => {
    await early(aQuestion('single'), () => fireEvent.click(radio(1)), aQuestion('picture'))
    expect([kept, moves]).toEqual([undefined, 0])
  })

  it.each([true, false])(
    'survives when another form replaces the server’s (stored answers already loaded: %s)',
    async (isOwnAtOnce) => {
      const wasShown = await earlyInServed(
        aQuestion('single'),
        () => {
          fireEvent.pointerDown(radio(1))
          fireEvent.click(radio(1))
        },
        isOwnAtOnce,
      )
      expect([wasShown || isOwnAtOnce, kept, moves]).toEqual([true, 'two', 1])
    },
  )

  it('is discarded when the visitor leaves the page before it can be kept', async () => {
    const { unmount } = render(<Step question={aQuestion('single')} isOwn={false} />)
    fireEvent.click(radio(1))
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(10))
    render(<Step question={aQuestion('single')} isOwn />)
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect([kept, radio(1).checked]).toEqual([undefined, false])
  })
})

describe('the focus before the visitor’s stored answers have loaded', () => {
  const focusables = [
    ['an option', () => radio(1)],
    ['Next', nextButton],
  ] as const

  it.each(focusables)('stays on %s', async (_name, find) => {
    await early(aQuestion('single'), () => find().focus())
    expect(document.activeElement).toBe(find())
  })

  it.each(
    focusables.flatMap(([name, find]) => [true, false].map((own) => [name, own, find] as const)),
  )(
    'moves to %s of the form that replaces the server’s (stored answers already loaded: %s)',
    async (_name, isOwnAtOnce, find) => {
      await earlyInServed(aQuestion('single'), () => find().focus(), isOwnAtOnce)
      expect(document.activeElement).toBe(find())
    },
  )

  it('stays on a button elsewhere on the page', async () => {
    const elsewhere = document.body.appendChild(document.createElement('button'))
    await earlyInServed(
      aQuestion('single'),
      () => {
        fireEvent.click(radio(1))
        elsewhere.focus()
      },
      false,
    )
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  it('moves to the heading when the visitor turns out to be at another question', async () => {
    await early(aQuestion('single'), () => nextButton().focus(), aQuestion('picture'))
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('is not lost at later questions: Next remounts only if the served question was another one', () => {
    const { rerender } = render(<Step question={aQuestion('single')} isOwn={false} />)
    const served = nextButton()
    rerender(<Step question={aQuestion('picture')} isOwn />)
    const own = nextButton()
    rerender(<Step question={aQuestion('scale')} isOwn />)
    expect([own === served, nextButton() === own]).toEqual([false, true])
  })
})
