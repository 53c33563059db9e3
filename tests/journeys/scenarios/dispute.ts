import { describe, expect, it } from 'vitest'
import { isEntitled, paidBy, subjectsTo, subscriberOf, subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'
import { atAccount, partSays } from './at-account.ts'

export const describeDispute = (world: () => World) =>
  describe('a charge that is disputed', () => {
    it('leaves the app accessible until the dispute is lost, and is not charged again', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      const { page } = ada
      const subscription = () => subscriptionOf(records, ada)
      const refundedAt = async () =>
        (await subscriberOf(records, ada)).subscriptions['annual']?.refunded_at
      const moneyBack = page.getByRole('link', { name: 'Get my money back' })
      await records.letPass(15)
      await eventually(async () => {
        const now = await subscription()
        expect([now?.status, now?.withdrawableUntil]).toEqual(['active', expect.any(String)])
      })
      await page.reload()
      await moneyBack.waitFor()
      const [charge] = await paidBy(records, ada)
      await eventually(async () => expect(await subjectsTo(records, ada)).not.toEqual([]))
      const mails = await subjectsTo(records, ada)

      const dispute = await records.provider<{ id: string }>('/_sandbox/disputes', {
        body: { charge: charge?.id ?? '' },
      })
      // The bank has taken the disputed money back, so it cannot be refunded as well.
      await eventually(async () => expect((await subscription())?.withdrawableUntil).toBeNull())
      await page.reload()
      await partSays(ada, 'Your plan', /^Renews on/)
      expect(await moneyBack.count()).toBe(0)
      expect([await refundedAt(), await isEntitled(records, ada)]).toEqual([null, true])

      await records.provider(`/_sandbox/disputes/${dispute.id}/close`, { body: { status: 'lost' } })
      await eventually(async () => expect(await refundedAt()).not.toBeNull())
      expect(await isEntitled(records, ada)).toBe(false)
      await page.reload()
      await partSays(ada, 'Your plan', 'You can’t use the app')
      await partSays(ada, 'Your plan', /^\$89\.99 went back to the card you paid with\./)
      await partSays(ada, 'Invoices', 'Refunded')
      // Only support can restore access, whatever the plan.
      await page.getByRole('link', { name: 'Contact us' }).waitFor()
      expect(await page.getByRole('button', { name: 'Change plan' }).count()).toBe(0)
      expect(await moneyBack.count()).toBe(0)

      await records.letPass(30)
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'active' }])
      expect(await paidBy(records, ada)).toMatchObject([
        { id: charge?.id, disputed: true, amount: 8999, amount_refunded: 0 },
      ])
      // We send no mail about a lost dispute, because the bank informs its customer itself.
      expect(await subjectsTo(records, ada)).toEqual(mails)

      await ada.press('Cancel the plan')
      const question = page.getByRole('dialog', { name: 'Cancel your plan?' })
      await question.getByText(/^It ends on/).waitFor()
      await question.getByRole('button', { name: 'Cancel the plan' }).click()
      await page.getByRole('button', { name: 'Resume the plan' }).waitFor()
      await partSays(ada, 'Your plan', 'You can’t use the app')
      await eventually(async () =>
        expect((await subjectsTo(records, ada))[0]).toMatch(/^Your plan is cancelled: it ends on/),
      )
      expect(await subscription()).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    })
  })
