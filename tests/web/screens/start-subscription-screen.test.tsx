// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { runInAction } from 'mobx'
import { expect, it, vi } from 'vitest'
import { aPageLoad, ignore } from '#tests/web/stores/in-memory-stores.ts'
import { showScreen } from '#tests/web/support/show-screen.tsx'
import { StartSubscriptionScreen } from '#web/screens/payment/start-subscription-screen.tsx'

vi.mock('gatsby', () => ({ navigate: () => {}, Link: () => null }))

it('the screen that starts a plan says that free days start now only while it is starting them', async () => {
  const page = await aPageLoad()
  await page.plan.load()
  await page.plan.choose(ignore)
  showScreen(
    page,
    <main>
      <StartSubscriptionScreen journey="enroll" />
    </main>,
  )
  const intro = () => screen.getByText(/^Your card is saved\./).textContent
  expect(intro()).toMatch(/Choose “Start 14 free days” to begin\.$/)

  act(() => runInAction(() => void (page.payment.phase = 'subscribing')))
  expect(intro()).toMatch(/Your free days start now\.$/)

  act(() =>
    runInAction(() => {
      page.payment.phase = 'idle'
      page.global.learnTrial(false)
    }),
  )
  expect(intro()).toMatch(/Choose “Start and pay today” to begin\.$/)
})
