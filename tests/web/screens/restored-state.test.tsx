// @vitest-environment happy-dom
import { LocationProvider } from '@reach/router'
import { act, cleanup, render } from '@testing-library/react'
import { assert, asyncProperty, constantFrom, jsonValue, oneof } from 'fast-check'
import { stopPersisting } from 'mobx-persist-store'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { stepPath } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { anAnswerTo } from '#tests/support/questions.ts'
import { ada, inMemory } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore, shownOn } from '#tests/web/stores/in-memory-stores.ts'
import { readUnfinishedJourney } from '#web/journey/remembered-journey.ts'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { BeliefResultScreen } from '#web/screens/result/belief-result-screens.tsx'
import { MoneyBeliefScreen } from '#web/screens/assessment/money-belief-screen.tsx'
import { SurveyScreen } from '#web/screens/assessment/survey-screen.tsx'
import { DetailsScreen } from '#web/screens/details/details-screen.tsx'
import { DownloadScreen } from '#web/screens/download/download-screen.tsx'
import { JourneyScreen } from '#web/journey/journey-screen.tsx'
import { PaymentScreen } from '#web/screens/payment/payment-screen.tsx'
import { PlanScreen } from '#web/screens/plan/plan-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

type Json = unknown
type Path = readonly (string | number)[]

/** What the device stores after a complete sign-up. */
const aFullState = async (): Promise<Json> => {
  const page = await aPageLoad()
  for (const store of [page.survey, page.moneyBelief]) {
    store.adopt(content.questionnaires[store.kind])
    for (let open = store.openStep; open !== null; open = store.openStep) {
      const question = store.questions[open - 1]
      if (!question) throw new Error('No question')
      store.answer(question, anAnswerTo(question))
    }
    await store.conclude(ignore)
  }
  page.global.noteVisit('sign-up')
  page.global.leaveStep('money-belief-result')
  page.global.leaveStep('money-belief-manage')
  page.global.saveDraft('personal-details', { firstName: 'Ada', birthYear: '1985' })
  await page.plan.load()
  await page.plan.checkPromotion('WELCOME20')
  await page.plan.choose(ignore)
  await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
  page.auth.openMail()
  await page.verifyEmail.check()
  await page.payment.submit(
    {
      journey: 'sign-up',
      order: shownOn(page),
      card: memoryCard('4242424242424242'),
      billingEmail: ada.email,
    },
    ignore,
  )
  await page.yourAccount.load()
  stopPersisting(page.global)
  return JSON.parse(page.storage.read(PERSISTED_STATE) ?? '')
}

const fullState = await aFullState()

const pathsOf = (value: Json, path: Path = []): readonly Path[] => {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, each]) =>
    pathsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return [path, ...inside]
}

const gone = Symbol('gone')

const replaced = (value: Json, [key, ...rest]: Path, other: Json): Json => {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value
      .map((each, index) => (index === key ? replaced(each, rest, other) : each))
      .filter((each) => each !== gone)
  const entries = Object.entries(value as object).map(
    ([name, each]) => [name, name === key ? replaced(each, rest, other) : each] as const,
  )
  return Object.fromEntries(entries.filter(([, each]) => each !== gone))
}

const served = { questionnaire: null, step: null }
const step = (
  id: StepId,
  screen: Parameters<typeof JourneyScreen>[0]['screen'],
): readonly [StepId, ReactNode] => [
  id,
  <JourneyScreen key={id} journey="sign-up" step={id} heading={id} screen={screen} />,
]
const pages = new Map<StepId, ReactNode>([
  ['survey', <SurveyScreen key="survey" journey="sign-up" served={served} />],
  ['money-belief', <MoneyBeliefScreen key="money-belief" journey="sign-up" served={served} />],
  [
    'money-belief-result',
    <BeliefResultScreen key="result" journey="sign-up" step="money-belief-result" />,
  ],
  [
    'money-belief-overview',
    <BeliefResultScreen key="overview" journey="sign-up" step="money-belief-overview" />,
  ],
  [
    'money-belief-behavior',
    <BeliefResultScreen key="behavior" journey="sign-up" step="money-belief-behavior" />,
  ],
  [
    'money-belief-manage',
    <BeliefResultScreen key="manage" journey="sign-up" step="money-belief-manage" />,
  ],
  step('choose-subscription-plan', PlanScreen as never),
  step('payment', PaymentScreen as never),
  step('personal-details', DetailsScreen),
  step('download-app', DownloadScreen as never),
])

/** The page as it is after a reload, for a visitor who is not signed in; empty if it breaks. */
const reload = async (state: Json, id: StepId): Promise<string> => {
  const ports = inMemory()
  ports.storage.write(PERSISTED_STATE, typeof state === 'string' ? state : JSON.stringify(state))
  readUnfinishedJourney(ports.storage.read, ports.clock.now())
  const page = await aPageLoad(ports)
  window.history.replaceState(
    null,
    '',
    `${stepPath('sign-up', id)}${id === 'survey' ? '?step=result' : ''}`,
  )
  const views = { CardForm: () => null, prepareCardForm: () => {} }
  const loader = createRunningAppLoader({
    app: page.app,
    stores: page,
    recordStepView: () => {},
    views,
  })
  const { container } = await act(async () =>
    render(
      <LocationProvider>
        <AppLoaderProvider loader={loader}>{pages.get(id)}</AppLoaderProvider>
      </LocationProvider>,
    ),
  )
  const shown = container.textContent
  cleanup()
  stopPersisting(page.global)
  return shown
}

afterEach(cleanup)

describe('a page after a reload', () => {
  it.each([...pages.keys()])('shows the step %s from a complete state', async (id) => {
    expect(await reload(fullState, id)).not.toBe('')
  })

  it.each<readonly [string, Path, Json]>([
    ['a survey result without its pillars', ['signUpData', 'survey', 'diagnosis', 'pillars'], gone],
    ['a pillar that is null', ['signUpData', 'survey', 'diagnosis', 'pillars', 0], null],
    ['next steps that are strings', ['signUpData', 'survey', 'diagnosis', 'nextSteps'], ['x']],
    [
      'a belief result without its dominant belief',
      ['signUpData', 'moneyBelief', 'diagnosis', 'dominant'],
      'greed',
    ],
    [
      'a belief without behaviors',
      ['signUpData', 'moneyBelief', 'diagnosis', 'beliefs', 0, 'behaviors'],
      gone,
    ],
    ['questions that are null', ['signUpData', 'surveyQuestions', 'questions'], [null]],
    [
      'a question without options',
      ['signUpData', 'surveyQuestions', 'questions', 0, 'options'],
      gone,
    ],
    ['a scale without an end', ['signUpData', 'moneyBeliefQuestions', 'questions', 0, 'max'], 1e12],
    [
      'a price without a valid currency',
      ['signUpData', 'subscriptionProduct', 'price', 'currency'],
      'dollars',
    ],
    [
      'a discount without a currency',
      ['signUpData', 'stripePromotionCode'],
      { id: 'p', code: 'X', duration: 'once', amountOff: {} },
    ],
    ['a profile without diagnoses', ['userData', 'profile', 'diagnoses'], null],
    ['a number instead of an object', [], 7],
    ['text that is not JSON', [], '{"signUpData": 7, '],
  ])('is not empty after %s was stored', async (_what, path, other) => {
    for (const id of pages.keys())
      expect(await reload(replaced(fullState, path, other), id)).not.toBe('')
  })

  it('is not empty whatever JSON replaces any part of the stored state', async () => {
    const anything = oneof(
      jsonValue({ maxDepth: 2 }),
      constantFrom<Json>(gone, null, [], {}, [null], [{}], '', -1, 1e300),
    )
    await assert(
      asyncProperty(
        constantFrom(...pathsOf(fullState)),
        anything,
        constantFrom(...pages.keys()),
        async (path, other, id) => {
          expect(
            await reload(
              replaced(fullState, path, path.length === 0 && other === gone ? null : other),
              id,
            ),
          ).not.toBe('')
        },
      ),
      { numRuns: 150 },
    )
  })
})
