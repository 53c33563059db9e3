import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { shiftsOf } from '../support/page-checks.ts'
import { chargeTo, subscriptionOf } from '../support/billing.ts'
import type { World } from '../support/world.ts'
import { atAccount, partSays } from './at-account.ts'

/** A card that can be saved, but every charge is declined. */
const PAYS_NOTHING = 'pm_card_chargeCustomerFail'

export const describeAccountCard = (world: () => World) =>
  describe('a renewal that fails', () => {
    it('is announced on every page until another card has paid', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      const { page } = ada
      ada.expectStatus(402)
      const subscription = () => subscriptionOf(records, ada)
      await chargeTo(records, ada, PAYS_NOTHING)

      await records.letPass(15)
      await eventually(async () => expect((await subscription())?.status).toBe('past_due'))
      const notice = page.getByRole('region', { name: 'Payment' })
      await ada.open('/')
      await notice.getByText(/^\$89\.99 didn’t go through on \d+\s\w+\.$/).waitFor()
      await notice.getByText(/^You keep full access until \d+\s\w+\.$/).waitFor()
      expect(await shiftsOf(page)).toEqual([])
      await page.reload()
      await notice.waitFor()
      expect(await shiftsOf(page)).toEqual([])
      await page.getByRole('banner').getByRole('link', { name: 'How it works' }).click()
      await ada.at('/how-it-works')
      await notice.waitFor()

      await notice.getByRole('link', { name: 'Use another card' }).click()
      await ada.at('/account')
      expect(ada.path()).toBe('/account?card=another')
      await eventually(async () =>
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
          'Use another card',
        ),
      )
      expect(await notice.count()).toBe(0)
      await partSays(ada, 'Your plan', /^Access until/)
      await ada.fillCard('4000 0000 0000 0341')
      await ada.press('Pay $89.99 with this card')
      await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
      expect((await subscription())?.paymentMethod?.last4).toBe('0341')

      await ada.fillCard('5555 5555 5555 4444')
      await ada.press('Pay $89.99 with this card')
      await partSays(ada, 'Your card', /^Paid\. Thank you\./)
      await partSays(ada, 'Your card', 'Mastercard ending 4444')
      await partSays(ada, 'Your plan', /^Renews on/)
      expect(ada.path()).toBe('/account')
      await eventually(async () => expect((await subscription())?.status).toBe('active'))
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'active' }])

      await ada.open('/')
      await page.getByRole('banner').getByRole('link', { name: 'Your account' }).waitFor()
      expect(await notice.count()).toBe(0)
    })
  })
