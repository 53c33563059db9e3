import { describe, expect, it } from 'vitest'
import { passCheck } from '../support/bank.ts'
import { subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import { shiftsOf } from '../support/page-checks.ts'
import { makeSubscriber, startPlan } from '../support/subscriber.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { partSays, signIn } from './at-account.ts'

/** A subscriber at their account, who pays for the monthly plan after a used trial. */
export const atMonthlyPlan = async ({ urls, records, visitor }: World): Promise<Visitor> => {
  const ada = await visitor({ reached: 'create-account' })
  await makeSubscriber(urls, records, ada)
  const [trial] = await records.subscriptions(ada.email)
  await records.endSubscription(trial?.id ?? '')
  await eventually(async () =>
    expect((await subscriptionOf(records, ada))?.status).toBe('canceled'),
  )
  await startPlan(urls, records, ada, 'monthly')
  await ada.open('/sign-in')
  await signIn(ada, ada.email, ada.password)
  await ada.at('/account')
  await partSays(ada, 'Your plan', '$12.99 a month')
  return ada
}

const theForm = ({ page }: Visitor, plan: string) =>
  page.getByRole('form', { name: `Change to ${plan}` })

/** Waits until the heading of the part or form has focus. */
const hasFocus = ({ page }: Visitor, text: string) =>
  eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(text),
  )

export const describeAccountPlan = (world: () => World) =>
  describe('changing the plan', () => {
    it('shows what it costs today, and charges that once', async () => {
      const ada = await atMonthlyPlan(world())
      const { page } = ada
      const pay = page.getByRole('button', { name: 'Pay $77.00 and change' })
      await ada.press('Change plan')
      expect(ada.path()).toBe('/account?plan=change')
      await pay.waitFor()
      await hasFocus(ada, 'Change to Annual')
      await theForm(ada, 'Annual').getByText('Today, to Visa').waitFor()
      await page.reload()
      await pay.waitFor()
      await page.goBack()
      await theForm(ada, 'Annual').waitFor({ state: 'detached' })
      expect(ada.path()).toBe('/account')
      await page.goForward()
      await pay.dblclick()
      await partSays(
        ada,
        'Your plan',
        /^Done\. You’re on Annual now\. We charged \$77\.\d\d to Visa/,
      )
      await hasFocus(ada, 'Your plan')
      await partSays(ada, 'Your plan', '$89.99 a year')
      await partSays(ada, 'Invoices', '$77.00')
      expect(ada.path()).toBe('/account')

      expect(await subscriptionOf(world().records, ada)).toMatchObject({
        productId: 'annual',
        status: 'active',
      })
      const live = await world().records.subscriptions(ada.email)
      expect(live.filter(({ status }) => status === 'active')).toHaveLength(1)
    })

    it('schedules the cheaper plan for the next period, and can be undone', async () => {
      const ada = await atMonthlyPlan(world())
      await ada.press('Change plan')
      await ada.press('Pay $77.00 and change')
      await partSays(ada, 'Your plan', /^Done\./)

      await ada.press('Change plan')
      const form = theForm(ada, 'Monthly')
      await form.getByText(/^Annual until .* then Monthly for \$12\.99 a month\./).waitFor()
      await form.getByRole('button', { name: 'Change plan' }).click()
      await partSays(ada, 'Your plan', /^Changes to Monthly on/)
      await ada.page.reload()
      await partSays(ada, 'Your plan', /^Changes to Monthly on/)
      await ada.press('Stay on Annual')
      await partSays(ada, 'Your plan', /^Renews on/)
      await hasFocus(ada, 'Change plan')
      expect(await subscriptionOf(world().records, ada)).toMatchObject({
        productId: 'annual',
        pendingChange: null,
      })
    })

    it('changes nothing when the card is declined, and continues with another card', async () => {
      const ada = await atMonthlyPlan(world())
      ada.expectStatus(402)
      await ada.press('Use another card')
      await ada.fillCard('4000 0000 0000 0341')
      await ada.press('Save this card')
      await partSays(ada, 'Your card', /^Saved\./)

      await ada.press('Change plan')
      await ada.press('Pay $77.00 and change')
      await ada.page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
      await partSays(ada, 'Your plan', '$12.99 a month')
      expect(await shiftsOf(ada.page)).toEqual([])

      await ada.press('Use another card')
      await ada.fillCard('4000 0027 6000 3184')
      await ada.press('Save this card')
      await passCheck(ada)
      await partSays(ada, 'Your card', /^Saved\./)
      await hasFocus(ada, 'Change to Annual')
      expect(ada.path()).toBe('/account?plan=change')
      await ada.press('Pay $77.00 and change')
      await passCheck(ada)
      await partSays(
        ada,
        'Your plan',
        /^Done\. You’re on Annual now\. We charged .* to Visa ending\s3184/,
      )
    })
  })
