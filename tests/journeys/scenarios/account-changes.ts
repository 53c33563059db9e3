import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'
import { atAccount, confirmPassword, partSays } from './at-account.ts'

export const describeAccountChanges = (world: () => World) =>
  describe('changing the account', () => {
    it('changes the details, names what is wrong and keeps what was typed during an outage', async () => {
      const { urls, records } = world()
      const ada = await atAccount(world())
      const { page } = ada
      await ada.press('Edit your details')
      await ada.press('Save')
      await expect.poll(() => page.getByText('This field is required.').count()).toBe(3)
      await ada.fillDetails()
      await page.getByLabel('Phone').fill('12')
      await page.getByText('Please include the country code').waitFor()
      await page.getByLabel('Phone').fill('+44 (0)20 7946 0958')
      const down = await ada.cutOff(urls.adminApi)
      await ada.press('Save')
      await page.getByText('Oops... something went wrong.').waitFor()
      await down.restore()
      await ada.press('Try again')
      await partSays(ada, 'Your details', 'Ada Lovelace')
      expect(await records.profile(ada.email, ada.password)).toMatchObject({
        firstName: 'Ada',
        lastName: 'Lovelace',
        birthYear: 1985,
        phone: '+442079460958',
      })
    })

    it('changes the email once the password has been entered and the mail opened', async () => {
      const { urls, records } = world()
      const ada = await atAccount(world())
      const { page } = ada
      const next = `new-${ada.email}`
      ada.expectStatus(400)
      const asking = `${urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode*`
      await ada.context.route(asking, (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
        }),
      )
      await ada.press('Change email')
      await page.getByLabel('New email').fill('nowhere')
      await ada.press('Send the link')
      await page.getByText('That doesn’t look right. Please provide a valid email.').waitFor()
      await page.getByLabel('New email').fill(next)
      await ada.press('Send the link')
      await confirmPassword(ada, 'Wrong-Pass-7')
      await page.getByText('Uh oh, wrong password.').waitFor()
      await ada.context.unroute(asking)
      await confirmPassword(ada, ada.password)
      await partSays(ada, 'Email', 'Confirm your new email')
      expect((await records.profile(ada.email, ada.password)).email).toBe(ada.email)

      await records.confirmEmail(next, 'email-change')
      await page.getByText(`Signed in as ${next}`).waitFor()
      expect((await records.profile(next, ada.password)).email).toBe(next)
      expect(await page.getByText('Confirm your new email').count()).toBe(0)
    })

    it('changes the password, and the old one is refused', async () => {
      const { records } = world()
      const ada = await atAccount(world())
      const { page } = ada
      await ada.press('Change password')
      await page.getByLabel('New password').fill('short')
      await ada.press('Change password')
      await page.getByText('1 digit, not met').waitFor()
      await page.getByLabel('New password').fill('Harbour-88')
      await ada.press('Change password')
      await confirmPassword(ada, ada.password)
      await page.getByText('Your password has been changed.').waitFor()
      await expect(records.idToken(ada.email, ada.password)).rejects.toThrow(/400/)
      expect(await records.idToken(ada.email, 'Harbour-88')).toBeTruthy()
      await page.reload()
      await eventually(() => page.getByText(`Signed in as ${ada.email}`).waitFor())
    })
  })
