import { describe, expect, it } from 'vitest'
import { isEntitled, paidBy, subjectsTo, subscriberOf, subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { atAccount, partSays } from './at-account.ts'

const cancel = async ({ page, press }: Visitor) => {
  await press('Cancel the plan')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()
}

/** Formats a time as the mails do: "10 December 2026". */
const inMails = (time: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))

export const describeCancelAndResume = (world: () => World) =>
  describe('a cancelled plan', () => {
    const ofAda = (ada: Visitor) => {
      const { records } = world()
      const subscription = async () => {
        const found = await subscriptionOf(records, ada)
        if (!found) throw new Error('There is no subscription.')
        return found
      }
      return {
        subscription,
        periodEnd: async () => (await subscription()).currentPeriodEnd,
        isToldFirst: (subject: string) =>
          eventually(async () => expect((await subjectsTo(records, ada))[0]).toBe(subject)),
        unsubscribedAt: async () =>
          (await subscriberOf(records, ada)).subscriptions['annual']?.unsubscribe_detected_at,
      }
    }

    it('lasts until the end of its period, and continues as before when it is resumed', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      const { subscription, periodEnd, isToldFirst, unsubscribedAt } = ofAda(ada)
      const [first] = await records.subscriptions(ada.email)
      const trialEnd = await periodEnd()

      await cancel(ada)
      await partSays(ada, 'Your plan', /^Yours until \d+\s\w+\s\d{4}$/)
      await isToldFirst(`Your plan is cancelled: access until ${inMails(trialEnd)}`)
      expect(await unsubscribedAt()).not.toBeNull()
      expect(await isEntitled(records, ada)).toBe(true)

      await ada.page.reload()
      await ada.press('Resume the plan')
      await partSays(ada, 'Your plan', /^Free until/)
      await isToldFirst(`Your plan continues: $89.99 on ${inMails(trialEnd)}`)
      expect(await unsubscribedAt()).toBeNull()
      expect(await subscription()).toMatchObject({
        status: 'trialing',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: trialEnd,
      })

      await records.letPass(15)
      await eventually(async () => expect((await subscription()).status).toBe('active'))
      expect(await paidBy(records, ada)).toMatchObject([{ amount: 8999 }])
      const paidUntil = await periodEnd()
      expect(paidUntil.slice(4)).toBe(trialEnd.slice(4))
      await ada.page.reload()
      await partSays(ada, 'Your plan', /^Renews on/)

      await cancel(ada)
      await partSays(ada, 'Your plan', /^Yours until/)
      await isToldFirst(`Your plan is cancelled: access until ${inMails(paidUntil)}`)
      await ada.press('Resume the plan')
      await partSays(ada, 'Your plan', /^Renews on/)
      await isToldFirst(`Your plan continues: $89.99 on ${inMails(paidUntil)}`)
      expect(await subscription()).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: paidUntil,
      })
      expect(await isEntitled(records, ada)).toBe(true)
      expect(await records.subscriptions(ada.email)).toMatchObject([
        { id: first?.id, status: 'active' },
      ])
      expect(await paidBy(records, ada)).toHaveLength(1)
    })

    it('ends with its period, without a charge, when nobody resumes it', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      const { subscription, periodEnd, isToldFirst } = ofAda(ada)
      const cancelled = `Your plan is cancelled: access until ${inMails(await periodEnd())}`
      await cancel(ada)
      await partSays(ada, 'Your plan', /^Yours until/)
      await isToldFirst(cancelled)

      await records.letPass(15)
      await eventually(async () => expect((await subscription()).status).toBe('canceled'))
      await ada.page.reload()
      await partSays(ada, 'Your plan', 'Ended')
      await ada.page.getByRole('link', { name: 'Choose a plan' }).waitFor()
      expect(await isEntitled(records, ada)).toBe(false)
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'canceled' }])
      expect(await paidBy(records, ada)).toEqual([])
      expect(await subjectsTo(records, ada)).toEqual([
        cancelled,
        expect.stringMatching(/^Your free trial has started/),
      ])
    })
  })
