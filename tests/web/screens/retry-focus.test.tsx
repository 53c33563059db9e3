// @vitest-environment happy-dom
import { LocationProvider } from '@reach/router'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { aSubscriber } from '#tests/support/orders.ts'
import { anAnswerTo } from '#tests/support/questions.ts'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { MoneyBeliefScreen } from '#web/screens/assessment/money-belief-screen.tsx'
import { SurveyScreen } from '#web/screens/assessment/survey-screen.tsx'
import { AccountScreen } from '#web/screens/your-account/account-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

/** While `isMissing`, the code that shows the result cannot be loaded. */
const code = vi.hoisted(() => ({ isMissing: false }))
vi.mock('#web/screens/result/survey-result-step.tsx', async (original) => {
  const actual = await original<typeof import('#web/screens/result/survey-result-step.tsx')>()
  return {
    get SurveyResultStep() {
      if (code.isMissing) throw new Error('The code is missing.')
      return actual.SurveyResultStep
    },
  }
})

const theHeading = () => screen.getByRole('heading', { level: 1 })
const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Try again' }))

const answerAll = async ({ survey }: PageLoad) => {
  survey.adopt(content.questionnaires.survey)
  for (let open = survey.openStep; open !== null; open = survey.openStep) {
    const question = survey.questions[open - 1]!
    survey.answer(question, anAnswerTo(question))
  }
  await survey.conclude(ignore)
}

const assessments = { survey: SurveyScreen, money_belief: MoneyBeliefScreen } as const

const openAssessment = (page: PageLoad, kind: DiagnosisKind, step: string, isServed: boolean) => {
  const Screen = assessments[kind]
  window.history.replaceState(null, '', `/sign-up?step=${step}`)
  const questionnaire = isServed ? content.questionnaires[kind] : null
  showScreen(
    page,
    <LocationProvider>
      <main>
        <Screen journey="sign-up" served={{ questionnaire, step }} />
      </main>
    </LocationProvider>,
  )
}

describe('the focus, once "Try again" has succeeded', () => {
  it.each(['survey', 'money_belief'] as const)('is on the question: %s', async (kind) => {
    const page = await aPageLoad()
    if (kind === 'money_belief') await answerAll(page)
    page.adminApi.fail()
    openAssessment(page, kind, '1', false)
    await screen.findByRole('button', { name: 'Try again' })
    page.adminApi.restore()
    await retry()
    await waitFor(() =>
      expect(theHeading().textContent).toContain(content.questionnaires[kind].questions[0]!.prompt),
    )
    await waitFor(() => expect(document.activeElement).toBe(theHeading()))
  })

  it('is on the result that was opened directly', async () => {
    const page = await aPageLoad()
    await answerAll(page)
    code.isMissing = true
    openAssessment(page, 'survey', 'result', true)
    await screen.findByText('We can’t load your result right now')
    code.isMissing = false
    await retry()
    await waitFor(() => expect(theHeading().textContent).not.toBe('Your result'))
    await waitFor(() => expect(document.activeElement).toBe(theHeading()))
  })

  it('is on the heading of the plan', async () => {
    const { subscription: _, ...ports } = await aSubscriber()
    const page = await aPageLoad(ports)
    page.adminApi.fail()
    showScreen(
      page,
      <main>
        <AccountScreen />
      </main>,
    )
    await screen.findByRole('button', { name: 'Try again' })
    page.adminApi.restore()
    await retry()
    await screen.findByText(/^Free until/)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your plan' }))
  })
})

describe('the focus, while questions load for the first time', () => {
  it('does not move', async () => {
    openAssessment(await aPageLoad(), 'survey', '1', false)
    await waitFor(() =>
      expect(theHeading().textContent).toBe(content.questionnaires.survey.questions[0]!.prompt),
    )
    expect(document.activeElement).toBe(document.body)
  })
})
