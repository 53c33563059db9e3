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

const served = async (moneyBeliefResultVariant: MoneyBeliefResultVariant) => {
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
          served={{ questionnaire: content.questionnaires.survey, step: '7' }}
        />
      </AppLoaderProvider>
    </LocationProvider>,
  )
  stopPersisting(page.global)
  return html
}

it('the server’s question has the same progress whatever variant it drew', async () => {
  const html = await served('1 Step')
  expect(html).toContain('About 8 min left')
  expect(await served('3 Steps')).toBe(html)
})
