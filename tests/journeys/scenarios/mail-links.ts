import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { makeSubscriber } from '../support/subscriber.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { atAccount, signIn } from './at-account.ts'

const newPassword = 'Steady-Keel-2'

export const describeMailLinks = (world: () => World) =>
  describe('the mails of the identity provider', () => {
    const aSubscriber = async (): Promise<Visitor> => {
      const { urls, records, visitor } = world()
      const ada = await visitor({ width: 360 })
      await makeSubscriber(urls, records, ada)
      return ada
    }

    const says = (ada: Visitor, heading: string) =>
      eventually(async () => expect(await ada.heading()).toBe(heading))

    /** Requests the reset mail and returns its link on the site. */
    const askForReset = async (ada: Visitor): Promise<string> => {
      await ada.open('/account-recovery')
      await ada.page.getByLabel('Email').fill(ada.email)
      await ada.press('Send the link')
      await says(ada, 'Check your email')
      return world().records.mailPath(ada.email, 'password-reset')
    }

    /** Makes the identity service answer every code of a mail with an error. */
    const answerCodes = async ({ context }: Visitor, message: string) => {
      const codes = `${world().urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:resetPassword*`
      await context.route(codes, (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
      )
      return { restore: () => context.unroute(codes) }
    }

    it('let the visitor choose a new password and sign in with it, and never lead to another site', async () => {
      const ada = await aSubscriber()
      const { page } = ada
      const path = await askForReset(ada)
      await ada.open(
        `${path}&continueUrl=${encodeURIComponent('https://elsewhere.example/account')}`,
      )
      await says(ada, 'Choose a new password')
      await page.getByText(ada.email).waitFor()
      await page.getByLabel('New password').fill('short')
      await ada.press('Save password')
      await page.getByText('1 uppercase letter, not met').waitFor()
      await page.getByLabel('New password').fill(newPassword)
      await ada.press('Save password')
      await ada.at('/sign-in')
      expect(ada.path()).toBe('/sign-in')
      await page.getByText('Your new password is set. Sign in with it from now on.').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(ada.email)
      await page.getByLabel('Password', { exact: true }).fill(newPassword)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await ada.at('/account')
      await says(ada, 'Your account')
    })

    it('say that a used link no longer works, and lead to a new one', async () => {
      const ada = await aSubscriber()
      ada.expectStatus(400)
      const path = await askForReset(ada)
      await ada.open(path)
      await ada.page.getByLabel('New password').fill(newPassword)
      await ada.press('Save password')
      await ada.at('/sign-in')
      await ada.open(path)
      await says(ada, 'This link no longer works')
      await ada.press('Get a new link')
      await ada.at('/account-recovery')
      expect(await world().records.idToken(ada.email, newPassword)).not.toBe('')
    })

    it('say what is wrong with a link that is incomplete, altered, expired or opened too often', async () => {
      const ada = await aSubscriber()
      ada.expectStatus(400)
      const path = await askForReset(ada)
      await ada.open('/mail-link?mode=resetPassword')
      await says(ada, 'Part of this link is missing')
      await ada.open(path.replace('resetPassword', 'recoverEmail'))
      await says(ada, 'Something is wrong with this link')
      const tooOld = await answerCodes(ada, 'EXPIRED_OOB_CODE')
      await ada.open(path)
      await says(ada, 'This link has expired')
      await tooOld.restore()
      const tooOften = await answerCodes(ada, 'TOO_MANY_ATTEMPTS_TRY_LATER : Try again later.')
      await ada.open(path)
      await says(ada, 'Too many attempts')
      await tooOften.restore()
      await ada.press('Try again')
      await says(ada, 'Choose a new password')
      expect(await ada.page.getByLabel('New password').isVisible()).toBe(true)
    })

    it('change the email and lead to the account', async () => {
      const ada = await atAccount(world())
      const { page } = ada
      const next = `new-${ada.email}`
      await ada.press('Change email')
      await page.getByLabel('New email').fill(next)
      await ada.press('Send the link')
      await page.getByText('Confirm your new email').waitFor()
      await ada.open(await world().records.mailPath(next, 'email-change'))
      await ada.press('Change my email')
      await says(ada, 'Your email has been changed')
      await page
        .getByRole('paragraph')
        .filter({ hasText: `Use ${next} to sign in from now on.` })
        .waitFor()
      expect(ada.path()).toBe('/mail-link')
      await page.reload()
      await says(ada, 'Your email has been changed')
      await page.getByRole('main').getByRole('link', { name: 'Continue' }).click()
      await ada.at('/account')
      await page.getByText(`Signed in as ${next}`).waitFor()
      expect((await world().records.profile(next, ada.password)).email).toBe(next)
    })

    it('undo an email change on a device with no session, and offer a new password', async () => {
      const ada = await aSubscriber()
      const { records } = world()
      await records.moveEmail(ada.email, ada.password, `stranger-${ada.email}`)
      await ada.open(await records.mailPath(ada.email, 'email-recovery'))
      await ada.press('Undo the change')
      await says(ada, 'Your old email is back')
      expect(await records.idToken(ada.email, ada.password)).not.toBe('')
      await ada.press('Reset password')
      await ada.at('/account-recovery')
      expect(await ada.page.getByLabel('Email').inputValue()).toBe(ada.email)
    })

    it('reveal that an address is unknown only when the provider does', async () => {
      const { records, visitor } = world()
      const ada = await visitor({ width: 360 })
      ada.expectStatus(400)
      await records.protectEnumeration(false)
      try {
        await ada.open('/account-recovery')
        await ada.page.getByLabel('Email').fill(ada.email)
        await ada.press('Send the link')
        await ada.page
          .getByText("Sorry, we can't find an account with this email address.")
          .waitFor()
        await ada.open('/sign-in')
        await signIn(ada, ada.email, ada.password)
        await ada.page
          .getByText("Sorry, we can't find an account with this email address.")
          .waitFor()
      } finally {
        await records.protectEnumeration(true)
      }
      await ada.open('/account-recovery')
      await ada.page.getByLabel('Email').fill(ada.email)
      await ada.press('Send the link')
      await says(ada, 'Check your email')
      await ada.open('/sign-in')
      await signIn(ada, ada.email, ada.password)
      await ada.page.getByText('Wrong password. Please try again or reset your password.').waitFor()
      expect(await records.mails(ada.email)).toEqual([])
    })
  })
