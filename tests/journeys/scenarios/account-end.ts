import { describe, expect, it } from 'vitest'
import { subscriptionOf } from '../support/billing.ts'
import type { World } from '../support/world.ts'
import { atAccount, confirmPassword } from './at-account.ts'

export const describeAccountEnd = (world: () => World) =>
  describe('deleting the account', () => {
    it('needs a checkbox, a click and the password, and ends the profile, the sign-in and the plan', async () => {
      const { urls, records } = world()
      const ada = await atAccount(world(), { width: 360 })
      const { page } = ada
      const token = await records.idToken(ada.email, ada.password)
      await ada.press('Delete my account')
      await ada.press('Delete for good')
      await page.getByText('This field is required.').waitFor()
      await page.getByLabel('Yes, delete my account and everything in it.').check()
      await ada.press('Delete for good')
      await confirmPassword(ada, ada.password)
      await page.getByRole('heading', { name: 'Goodbye, and fair winds' }).waitFor()

      await expect(records.idToken(ada.email, ada.password)).rejects.toThrow(/400/)
      const answer = await fetch(`${urls.adminApi}/api/v1/me`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(answer.status).toBe(401)
      expect(await records.subscriptions(ada.email)).toMatchObject([{ status: 'canceled' }])
      expect(JSON.stringify(await ada.stored())).not.toContain(ada.email)

      await page.reload()
      await ada.at('/sign-in')
    })

    it('ends with the goodbye page even when the network breaks before the response arrives', async () => {
      const { urls } = world()
      const ada = await atAccount(world())
      const { page } = ada
      let isLost = false
      await page.route(`${urls.adminApi}/api/v1/me`, async (route) => {
        if (isLost || route.request().method() !== 'DELETE') return route.fallback()
        isLost = true
        await route.fetch()
        return route.abort()
      })
      await ada.press('Delete my account')
      await page.getByLabel('Yes, delete my account and everything in it.').check()
      await ada.press('Delete for good')
      await confirmPassword(ada, ada.password)
      await page.getByRole('heading', { name: 'Goodbye, and fair winds' }).waitFor()
      expect(isLost).toBe(true)
      ada.forgive(/ERR_FAILED/)
    })

    it('does not happen when the visitor changes their mind', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      await ada.press('Delete my account')
      await ada.page.getByLabel('Yes, delete my account and everything in it.').check()
      await ada.press('Delete for good')
      await ada.page.getByRole('dialog').waitFor()
      await ada.page.keyboard.press('Escape')
      await ada.press('Keep my account')
      await ada.page.getByRole('button', { name: 'Delete my account' }).waitFor()
      expect(await subscriptionOf(records, ada)).toMatchObject({
        status: 'trialing',
      })
    })
  })
