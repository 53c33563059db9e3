// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubscriptionStatus } from '#core/model/subscription.ts'
import { memoryCard } from '#adapters/memory/memory-payments.ts'
import { ada } from '#tests/support/memory-ports.ts'
import { aPageLoad, ignore, shownOn } from '#tests/web/stores/in-memory-stores.ts'
import type { PageLoad } from '#tests/web/stores/in-memory-stores.ts'
import { createRunningAppLoader, AppLoaderProvider } from '#web/stores/app-loader.tsx'
import { useStepGuard } from '#web/journey/use-step-guard.ts'

const navigate = vi.hoisted(() => vi.fn<(path: string) => void>())
vi.mock('gatsby', () => ({ navigate }))

beforeEach(() => void navigate.mockClear())
afterEach(cleanup)

const aSubscriber = async (status: SubscriptionStatus): Promise<PageLoad> => {
  const page = await aPageLoad()
  await page.plan.load()
  await page.plan.choose(ignore)
  await page.account.signUp({ ...ada, journey: 'sign-up' }, ignore)
  page.auth.openMail()
  await page.verifyEmail.check()
  await page.payment.submit(
    { journey: 'sign-up', order: shownOn(page), card: memoryCard(), billingEmail: ada.email },
    ignore,
  )
  const subscription = page.global.profile?.subscription
  if (!subscription) throw new Error('No subscription')
  page.global.changeSubscription({ ...subscription, status })
  return page
}

/** Where the guard redirects from the step, and the notices that it shows. */
const guarded = (page: PageLoad, step: 'payment' | 'choose-subscription-plan') => {
  const loader = createRunningAppLoader({
    app: page.app,
    stores: page,
    recordStepView: ignore,
    views: { CardForm: () => null, prepareCardForm: ignore },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppLoaderProvider loader={loader}>{children}</AppLoaderProvider>
  )
  renderHook(() => useStepGuard('sign-up', step), { wrapper })
  return {
    paths: navigate.mock.calls.map(([path]) => path),
    notices: page.notices.all.map(({ text }) => text),
  }
}

describe('the guard of an order’s steps', () => {
  it.each(['unpaid', 'paused'] as const)(
    'sends a subscriber who is %s to the account and says why',
    async (status) => {
      const page = await aSubscriber(status)
      const toAccount = {
        paths: ['/account'],
        notices: ['You already have a plan. Nothing new was started or charged.'],
      }
      expect(guarded(page, 'payment')).toEqual(toAccount)
    },
  )

  it('sends a new subscriber to the next step without a notice', async () => {
    const page = await aSubscriber('trialing')
    expect(guarded(page, 'payment')).toEqual({ paths: ['/sign-up/personal-details'], notices: [] })
  })

  it('sends a visitor whose order found an existing plan to the account', async () => {
    const page = await aSubscriber('trialing')
    const { subscription } = page.global.profile ?? {}
    page.global.findSubscription(subscription!)
    expect(guarded(page, 'payment').paths).toEqual(['/account'])
  })
})
