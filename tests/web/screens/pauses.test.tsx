// @vitest-environment happy-dom
import { LocationProvider } from '@reach/router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { stopPersisting } from 'mobx-persist-store'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { anAnswerTo } from '#tests/support/questions.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { hold } from '#tests/web/support/hold.ts'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { MoneyBeliefScreen } from '#web/screens/assessment/money-belief-screen.tsx'
import { SurveyScreen } from '#web/screens/assessment/survey-screen.tsx'

const navigated: string[] = []
vi.mock('gatsby', () => ({ navigate: (to: string) => navigated.push(to), Link: () => null }))
vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
// Runs idle callbacks immediately.
vi.mock('#web/components/when-idle.ts', () => ({
  whenIdle: (work: () => void) => {
    work()
    return () => {}
  },
}))

afterEach(() => {
  cleanup()
  navigated.splice(0)
})

const open = async (kind: 'survey' | 'money_belief', ports = inMemory(), step = 1) => {
  const page = await aPageLoad(ports)
  const views: string[] = []
  const loader = createRunningAppLoader({
    app: page.app,
    stores: page,
    recordStepView: ({ path, title }) => void views.push(`${path} ${title}`),
    views: { CardForm: () => null, prepareCardForm: () => {} },
  })
  if (kind === 'money_belief') {
    page.survey.adopt(content.questionnaires.survey)
    for (let open = page.survey.openStep; open !== null; open = page.survey.openStep) {
      const question = page.survey.questions[open - 1]!
      page.survey.answer(question, anAnswerTo(question))
    }
    await page.survey.conclude(() => {})
  }
  const Screen = kind === 'survey' ? SurveyScreen : MoneyBeliefScreen
  const path = kind === 'survey' ? 'survey' : 'money-belief'
  window.history.replaceState(null, '', `/sign-up/${path}?step=${step}`)
  const served = { questionnaire: content.questionnaires[kind], step: String(step) }
  await act(async () =>
    render(
      <LocationProvider>
        <AppLoaderProvider loader={loader}>
          <main>
            <Screen journey="sign-up" served={served} />
          </main>
        </AppLoaderProvider>
      </LocationProvider>,
    ),
  )
  // Loads the lazily imported pauses.
  await act(() => import('#web/screens/assessment/pause-content.tsx'))
  return { page, views, ports }
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const submit = () => act(async () => fireEvent.submit(document.querySelector('main form')!))
const progress = () => Number(screen.getByRole('progressbar').getAttribute('value'))
const inWords = () => screen.getByRole('progressbar').getAttribute('aria-valuetext')

/** Answers the question shown, with the option at `place` if it has options. */
const answer = async (place = 1) => {
  const options = document.querySelectorAll<HTMLInputElement>('main form input:not([type=text])')
  const text = document.querySelector('main form input[type=text]')
  if (text) fireEvent.change(text, { target: { value: '4' } })
  else fireEvent.click(options[place]!)
  await submit()
}

/** Answers the questions from the one shown to number `last`. */
const answerUpTo = async (last: number) => {
  const first = Number(/ (\d+) of/.exec(document.title)?.[1])
  for (let number = first; number <= last; number += 1) await answer()
}

const PAUSE = 'You already have some room.'

describe('the pause after the sixth question', () => {
  it('is shown at the URL of the seventh question, without counting as a view of it', async () => {
    const { views, page } = await open('survey')
    await answerUpTo(6)
    expect(heading()).toBe(PAUSE)
    expect(window.location.search).toBe('?step=7')
    expect(document.title).toBe('Halfway | Evenkeel')
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(inWords()).toMatch(/^Check-up: 6 of 11 answered\./)
    expect(views.at(-1)).toMatch(/step=6 /)

    await submit()
    expect(heading()).toMatch(/how many months/)
    expect(window.location.search).toBe('?step=7')
    expect(views.at(-1)).toBe('/sign-up/survey?step=7 Question 7 of 11 | Evenkeel')
    stopPersisting(page.global)
  })

  it('leads back to the previous question, and is shown again until the visitor has continued', async () => {
    const { page } = await open('survey')
    await answerUpTo(6)
    const back = () =>
      act(async () => {
        fireEvent.click(screen.getByRole('button', { name: 'Back' }))
        await new Promise((resolve) => setTimeout(resolve))
      })
    await back()
    await waitFor(() => expect(heading()).toMatch(/bills did you pay/))
    await answer()
    expect(heading()).toBe(PAUSE)
    await submit()
    await back()
    await waitFor(() => expect(heading()).toMatch(/bills did you pay/))
    await answer()
    expect(heading()).toMatch(/how many months/)
    stopPersisting(page.global)
  })

  it('is not shown again after a reload', async () => {
    const { page, ports } = await open('survey')
    await answerUpTo(6)
    cleanup()
    stopPersisting(page.global)
    const again = await open('survey', ports, 7)
    expect(heading()).toMatch(/how many months/)
    stopPersisting(again.page.global)
  })
})

describe('the pause after the last question', () => {
  it('leads to the result with one click', async () => {
    const { page, views } = await open('survey')
    await answerUpTo(6)
    await submit()
    await answerUpTo(11)
    expect(document.title).toBe('You’ve reached the end | Evenkeel')
    expect(window.location.search).toBe('?step=result')
    expect(page.survey.result).toBeNull()
    await submit()
    await waitFor(() => expect(screen.queryByText('out of 100')).not.toBeNull())
    expect(window.location.search).toBe('?step=result')
    expect(views.filter((view) => view.includes('step=result'))).toEqual([
      '/sign-up/survey?step=result Your result | Evenkeel',
    ])
    stopPersisting(page.global)
  })
})

describe('a retake that keeps every answer', () => {
  it('has the same pauses, the last of which leads to the result', async () => {
    const { page } = await open('survey')
    const { survey } = page
    await act(async () => {
      for (let open = survey.openStep; open !== null; open = survey.openStep) {
        const question = survey.questions[open - 1]!
        survey.answer(question, anAnswerTo(question))
      }
      await survey.conclude(() => {})
      survey.retake()
    })
    for (let presses = 0; presses < survey.questions.length + 1; presses += 1) await submit()
    expect(document.title).toBe('You’ve reached the end | Evenkeel')
    screen.getByRole('button', { name: 'See your result' })
    stopPersisting(page.global)
  })
})

describe('the last question while the result is calculated', () => {
  const submitLast = async () => {
    const { page, ports } = await open('survey')
    await answerUpTo(6)
    await submit()
    await answerUpTo(10)
    // The pause after the last question has already been shown.
    page.global.changeSignUpData({ seenPauses: page.survey.questions.map(({ id }) => id) })
    const release = hold(ports.adminApi, 'calculate', 'response')
    await answer(0)
    await screen.findByText('Adding it up')
    return { page, release: () => act(async () => release()) }
  }

  it('keeps a correction, and leads to the result', async () => {
    const { page, release } = await submitLast()
    await answer(2)
    const { answers } = page.survey
    await release()
    await waitFor(() => expect(window.location.search).toBe('?step=result'))
    expect(page.survey.answers).toEqual(answers)
    expect(page.survey.result).not.toBeNull()
    stopPersisting(page.global)
  })

  it('does not lead on to the result once the visitor has gone back to an earlier question', async () => {
    const { page, release } = await submitLast()
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Back' }))
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(window.location.search).toBe('?step=10')
    await release()
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(window.location.search).toBe('?step=10')
    stopPersisting(page.global)
  })
})

describe('the pause after the eighth statement', () => {
  it('draws the answers so far, and leads to the ninth statement', async () => {
    const { page } = await open('money_belief')
    await answerUpTo(8)
    expect(heading()).toBe('No strong yes so far.')
    screen.getByRole('img', { name: 'Your 8 answers from 1 to 6: 2, 2, 2, 2, 2, 2, 2, 2.' })
    await submit()
    expect(document.title).toBe('Statement 9 of 16 | Evenkeel')
    stopPersisting(page.global)
  })

  it('draws only the first eight answers on a retake, where all sixteen are filled in', async () => {
    const { page } = await open('money_belief')
    const { questions } = page.moneyBelief
    await act(async () =>
      page.global.changeSignUpData({
        moneyBelief: {
          ...page.global.signUpData.moneyBelief,
          answers: Object.fromEntries(questions.map(({ id }, index) => [id, index < 8 ? 2 : 5])),
        },
      }),
    )
    await answerUpTo(8)
    screen.getByRole('img', { name: 'Your 8 answers from 1 to 6: 2, 2, 2, 2, 2, 2, 2, 2.' })
    expect(heading()).toBe('No strong yes so far.')
    stopPersisting(page.global)
  })
})

describe('the progress', () => {
  it('names the section of the current question even if the visitor has been further', async () => {
    const { page } = await open('survey')
    await act(async () => page.global.noteProgress('sign-up', 1.5))
    expect(inWords()).toMatch(/^Check-up: Question 1 of 11\./)
    expect(progress()).toBe(1.5)
    stopPersisting(page.global)
  })

  it('advances with each question and never goes back', async () => {
    const { page } = await open('survey')
    const positions = [progress()]
    for (let number = 1; number <= 6; number += 1) {
      await answer()
      positions.push(progress())
    }
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b))
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Back' }))
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(progress()).toBe(positions.at(-1))
    stopPersisting(page.global)
  })
})
