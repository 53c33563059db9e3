import { describe, expect, it } from 'vitest'
import type { World } from '../support/world.ts'

export const describeConfirming = (world: () => World) =>
  describe('confirming the email', () => {
    const atVerifyEmail = async () => {
      const ada = await world().visitor({ reached: 'create-account' })
      await ada.open('/sign-up/create-account')
      await ada.createAccount()
      await ada.at('/sign-up/verify-email')
      return ada
    }

    it('continues where the link is opened, and a reload of that page is harmless', async () => {
      const ada = await atVerifyEmail()
      await ada.open(await world().records.confirmationPath(ada.email))
      await ada.press('Confirm my email')
      await ada.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
      await ada.page.reload()
      await ada.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
      await ada.page.getByRole('link', { name: 'Continue to payment' }).click()
      await ada.at('/sign-up/payment')
      expect((await world().records.profile(ada.email, ada.password)).emailVerified).toBe(true)
    })

    it('is shown on a device with no session, while the first device continues automatically', async () => {
      const ada = await atVerifyEmail()
      const phone = await world().visitor({ width: 360 })
      await phone.open(await world().records.confirmationPath(ada.email))
      await phone.press('Confirm my email')
      await phone.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
      await phone.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await phone.at('/sign-in')
      await ada.at('/sign-up/payment')
      expect(ada.path()).toBe('/sign-up/payment')
    })

    it('does not claim success for a link that has already been used', async () => {
      const ada = await atVerifyEmail()
      const path = await world().records.confirmationPath(ada.email)
      await world().records.confirmEmail(ada.email)
      const phone = await world().visitor({ width: 360 })
      phone.expectStatus(400)
      await phone.open(path)
      await phone.page
        .getByRole('heading', { name: 'This link has expired or has already been used' })
        .waitFor()
      await ada.at('/sign-up/payment')
      expect(
        await phone.page.getByRole('main').getByRole('link', { name: 'Sign in' }).isVisible(),
      ).toBe(true)
    })
  })
