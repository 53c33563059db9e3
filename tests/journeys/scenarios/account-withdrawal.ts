import { describe, expect, it } from 'vitest'
import { subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'
import { atMonthlyPlan } from './account-plan.ts'
import { confirmPassword, partSays } from './at-account.ts'

export const describeAccountWithdrawal = (world: () => World) =>
  describe('a withdrawal in the account', () => {
    it('refunds all that was charged, the change of plan included', async () => {
      const { urls, records } = world()
      const ada = await atMonthlyPlan(world())
      const { page } = ada
      const subscription = () => subscriptionOf(records, ada)
      const focused = (text: string) =>
        eventually(async () =>
          expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text),
        )

      await ada.press('Change plan')
      expect(ada.path()).toBe('/account?plan=change')
      await ada.press('Pay $77.00 and change')
      await partSays(
        ada,
        'Your plan',
        /^Done\. You’re on Annual now\. We charged \$77\.00 to .+\.$/,
      )
      await partSays(ada, 'Invoices', '$77.00')
      expect(await subscription()).toMatchObject({ productId: 'annual', status: 'active' })

      await partSays(ada, 'Your plan', /^You can get \$89\.99 back until \d+\s\w+, \d\d:\d\d\.$/)
      await page.getByRole('link', { name: 'Get my money back' }).click()
      expect(ada.path()).toBe('/account?plan=withdraw')
      await ada.press('Continue')
      await focused('Refund $89.99 and end Annual now?')
      await page.goBack()
      await focused('Get my money back')
      expect(ada.path()).toBe('/account')
      await page.goForward()
      await page.reload()
      await partSays(ada, 'Your plan', 'Step 1 of 2')
      // The second click hits the button of the second step, which is in the same place.
      await page.getByRole('button', { name: 'Continue' }).dblclick()
      await partSays(ada, 'Your plan', 'Step 2 of 2')
      expect(await page.locator('[data-busy]').count()).toBe(0)
      expect(await subscription()).toMatchObject({ productId: 'annual', status: 'active' })

      ada.expectStatus(403)
      const withdrawal = '**/api/v1/iap_subscriptions/stripe/subscriptions/*/withdraw'
      await ada.context.route(withdrawal, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status: 403,
              contentType: 'application/problem+json',
              headers: { 'Access-Control-Allow-Origin': urls.site },
              json: { title: 'Sign in again.', status: 403, code: 'auth/requires-recent-login' },
            }),
      )
      await ada.press('Refund $89.99 and end my plan')
      await page.getByRole('dialog').waitFor()
      await ada.context.unroute(withdrawal)
      await confirmPassword(ada, ada.password)
      await partSays(
        ada,
        'Your plan',
        /^\$89\.99 is on its way back to the card you paid with\. Banks take 5 to 10 days\.$/,
      )
      await partSays(ada, 'Your plan', 'Your plan has ended')
      await focused('Your plan')
      expect(ada.path()).toBe('/account')
      await eventually(async () =>
        expect(await page.getByText('Refunded', { exact: true }).count()).toBe(2),
      )
      expect(await subscription()).toMatchObject({ status: 'canceled', withdrawableUntil: null })
      const states = (await records.subscriptions(ada.email)).map(({ status }) => status)
      expect(new Set(states)).toEqual(new Set(['canceled']))

      await page.reload()
      await partSays(ada, 'Your plan', /^\$89\.99 went back to the card you paid with\./)
      expect(await page.getByRole('link', { name: 'Get my money back' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Choose a plan' }).click()
      await ada.at('/sign-up/choose-subscription-plan')
    })
  })
