import { LocationProvider } from '@reach/router'
import { runInAction } from 'mobx'
import { stopPersisting } from 'mobx-persist-store'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { MoneyBeliefResultVariant } from '#core/model/persisted-state.ts'
import { content } from '#tests/support/memory-admin-api-content.ts'
import { aPageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { SurveyScreen } from '#web/screens/assessment/survey-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

const served = async (
  step: string,
  moneyBeliefResultVariant: MoneyBeliefResultVariant = '1 Step',
) => {
  const page = await aPageLoad()
  runInAction(() => {
    page.global.abTesting = { moneyBeliefResultVariant }
  })
  const loader = createRunningAppLoader({
    app: page.app,
    stores: page,
    recordStepView: () => {},
    views: { CardForm: () => null, prepareCardForm: () => {} },
  })
  const html = renderToString(
    <LocationProvider>
      <AppLoaderProvider loader={loader}>
        <SurveyScreen
          journey="sign-up"
          served={{ questionnaire: content.questionnaires.survey, step }}
        />
      </AppLoaderProvider>
    </LocationProvider>,
  )
  stopPersisting(page.global)
  return html
}

it('a question rendered on the server shows the same progress in every A/B variant', async () => {
  const html = await served('7')
  expect(html).toContain('About 8 min left')
  expect(await served('7', '3 Steps')).toBe(html)
})

it.each(['10', '11', 'result'])(
  'step %s shows its progress while it waits for the answers that it depends on',
  async (step) => {
    const html = await served(step)
    expect(html).toContain('Loading the questions')
    expect(html).toContain(`Question ${step === 'result' ? 11 : step} of 11`)
    expect(html).not.toContain('<form')
  },
)
