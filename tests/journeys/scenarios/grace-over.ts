import { afterEach, describe, expect, it } from 'vitest'
import { chargeTo, isEntitled, paidBy, subjectsTo, subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'
import { atAccount, partSays } from './at-account.ts'

/** A card that can be saved, but every charge is declined. */
const PAYS_NOTHING = 'pm_card_chargeCustomerFail'
const failed = 'Your payment of $89.99 didn’t go through'

export const describeGraceOver = (world: () => World) =>
  describe('a payment that keeps failing', () => {
    const endRetriesWith = (retriesEnd: string) =>
      world().records.provider('/_sandbox/settings', { body: { retriesEnd } })

    afterEach(() => endRetriesWith('cancel'))

    it('ends access to the app when the grace period is over, until the open invoice is paid', async () => {
      const { records } = world()
      await endRetriesWith('unpaid')
      const ada = await atAccount(world())
      const { page } = ada
      const subscription = () => subscriptionOf(records, ada)
      const notices = async (subject: string) =>
        (await subjectsTo(records, ada)).filter((each) => each === subject).length
      const [{ id } = { id: '' }] = await records.subscriptions(ada.email)
      await chargeTo(records, ada, PAYS_NOTHING)

      // Each attempt is reported before the next one is made.
      await records.letPass(15)
      await eventually(async () => expect((await subscription())?.status).toBe('past_due'))
      await eventually(async () => expect(await notices(failed)).toBe(1))
      expect(await isEntitled(records, ada)).toBe(true)
      await records.letPass(3)
      await eventually(async () => expect(await notices(failed)).toBe(2))
      expect(await isEntitled(records, ada)).toBe(true)
      await records.letPass(5)
      await eventually(async () => expect(await notices(failed)).toBe(3))
      expect((await subscription())?.status).toBe('past_due')
      expect(await isEntitled(records, ada)).toBe(false)

      await records.letPass(7)
      await eventually(async () => expect((await subscription())?.status).toBe('unpaid'))
      await eventually(async () =>
        expect((await subjectsTo(records, ada))[0]).toBe(
          'Your plan is on hold until $89.99 is paid',
        ),
      )
      expect(await isEntitled(records, ada)).toBe(false)
      expect(await paidBy(records, ada)).toEqual([])

      await page.reload()
      await partSays(ada, 'Your plan', 'On hold')
      await partSays(ada, 'Your plan', 'Waiting for $89.99')
      await partSays(ada, 'Your plan', /You can’t use the app until it’s paid\./)
      // There is no way to order a second plan.
      await ada.open('/sign-up/payment')
      await ada.at('/account')
      await ada.open('/')
      const notice = page.getByRole('region', { name: 'Payment' })
      await notice.getByText(/^\$89\.99 didn’t go through on \d+\s\w+\.$/).waitFor()
      await notice.getByText('You can use the app again as soon as it’s paid.').waitFor()
      await notice.getByRole('link', { name: 'Use another card' }).click()
      await ada.at('/account')

      await ada.fillCard('5555 5555 5555 4444')
      await ada.press('Pay $89.99 with this card')
      await partSays(ada, 'Your card', /^Paid\. Thank you\./)
      await partSays(ada, 'Your card', 'Mastercard ending 4444')
      await partSays(ada, 'Your plan', /^Renews on/)
      await eventually(async () => expect((await subscription())?.status).toBe('active'))
      await eventually(async () =>
        expect((await subjectsTo(records, ada))[0]).toBe('Your payment went through'),
      )
      expect(await isEntitled(records, ada)).toBe(true)
      expect(await records.subscriptions(ada.email)).toMatchObject([{ id, status: 'active' }])
      expect(await paidBy(records, ada)).toMatchObject([{ amount: 8999, amount_refunded: 0 }])
      await ada.open('/')
      await page.getByRole('banner').getByRole('link', { name: 'Your account' }).waitFor()
      expect(await notice.count()).toBe(0)
    })
  })
