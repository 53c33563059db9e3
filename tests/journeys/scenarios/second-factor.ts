import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'
import { atAccount, confirmPassword, partSays, signIn } from './at-account.ts'

const mismatch =
  "Uh oh, confirmation code doesn't match. Try entering it again or requesting a new one."
let phones = 0

export const describeSecondFactor = (world: () => World) =>
  describe('the second factor', () => {
    const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')
    const code = ({ page }: Visitor) => page.getByLabel('Code', { exact: true })
    const atCodeStep = (ada: Visitor) =>
      eventually(async () => expect(await ada.heading()).toBe('Enter your code'))

    const codeIsSent = ({ page }: Visitor) => page.getByText(/^Resend code in \d+ s$/).waitFor()

    /** A subscriber at their account, who has been sent a code to add a phone. */
    const withPhone = async () => {
      const ada = await atAccount(world(), { width: 360 })
      const phone = `+1212555${String((Date.now() + ++phones) % 10_000).padStart(4, '0')}`
      // The emulator has no reCAPTCHA configuration, and answers 501 for each message.
      ada.expectStatus(501)
      ada.expectStatus(400)
      await ada.press('Add a phone')
      await ada.page.getByLabel('Phone', { exact: true }).fill(phone)
      await ada.press('Text me a code')
      await code(ada).waitFor()
      return { ada, phone }
    }

    const add = async (ada: Visitor, phone: string) => {
      await code(ada).fill(await world().records.textCode(phone))
      await ada.press('Add this phone')
      await partSays(ada, 'Sign-in code', `ending in ${phone.slice(-4)}`)
    }

    const signInAnew = async (ada: Visitor) => {
      await ada.press('Sign out')
      await ada.at('/')
      await ada.open('/sign-in')
      await signIn(ada, ada.email, ada.password)
    }

    /** Waits for a message with a code other than the last. */
    const nextCode = async (phone: string, last: string): Promise<string> => {
      let next = last
      await eventually(async () => {
        next = await world().records.textCode(phone)
        expect(next).not.toBe(last)
      })
      return next
    }

    it('is added, asked for at the next sign-in, and removed', async () => {
      const { ada, phone } = await withPhone()
      const { page } = ada
      const first = await world().records.textCode(phone)
      await code(ada).fill(wrongFor(first))
      await ada.press('Add this phone')
      await page.getByText(mismatch).waitFor()
      await add(ada, phone)

      await signInAnew(ada)
      await atCodeStep(ada)
      await codeIsSent(ada)
      const second = await nextCode(phone, first)
      await code(ada).fill(wrongFor(second))
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByText(mismatch).waitFor()
      await code(ada).fill(second)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await ada.at('/account')
      await partSays(ada, 'Sign-in code', `ending in ${phone.slice(-4)}`)

      const focused = () => page.evaluate(() => document.activeElement?.textContent)
      await ada.press('Remove this phone')
      await page.getByRole('dialog').getByLabel('Your current password').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      expect(await focused()).toContain('Remove this phone')
      await ada.press('Remove this phone')
      await confirmPassword(ada, 'Wrong-Pass-7')
      await page.getByRole('dialog').getByText('Uh oh, wrong password.').waitFor()
      await confirmPassword(ada, ada.password)
      await page.getByRole('button', { name: 'Add a phone' }).waitFor()
      await signInAnew(ada)
      await ada.at('/account')
      expect(await world().records.idToken(ada.email, ada.password)).toBeTruthy()
    })

    it('leads a user who needs a recent sign-in through password and code and back to the account', async () => {
      const { ada, phone } = await withPhone()
      const { page, context } = ada
      const first = await world().records.textCode(phone)
      await add(ada, phone)
      const mails = `${world().urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode*`
      await context.route(mails, (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
        }),
      )
      await ada.press('Change email')
      await page.getByLabel('New email').fill(`new-${ada.email}`)
      await ada.press('Send the link')
      await confirmPassword(ada, ada.password)
      const modal = page.getByRole('dialog', { name: 'Sign in again to continue' })
      await modal.getByRole('button', { name: 'Sign in again' }).click()
      await ada.at('/sign-in')
      expect(ada.path()).toBe('/sign-in?returnTo=%2Faccount')
      await page.getByText('To do that, we need your password').waitFor()
      await context.unroute(mails)
      await signIn(ada, ada.email, ada.password)
      await atCodeStep(ada)
      await code(ada).fill(await nextCode(phone, first))
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await ada.at('/account')
      await ada.press('Change email')
      await page.getByLabel('New email').fill(`new-${ada.email}`)
      await ada.press('Send the link')
      await page.getByText('Confirm your new email').waitFor()
    })

    it('says when a code or the whole sign-in took too long', async () => {
      const { ada, phone } = await withPhone()
      const { page, context } = ada
      await add(ada, phone)
      await signInAnew(ada)
      await atCodeStep(ada)
      await codeIsSent(ada)
      const finalize = `${world().urls.authEmulator}/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize*`
      const answer = (message: string) =>
        context.route(
          finalize,
          (route) => route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
          { times: 1 },
        )
      await answer('SESSION_EXPIRED')
      await code(ada).fill('123456')
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('This code has expired. Choose “Resend code”').waitFor()
      await answer('INVALID_MFA_PENDING_CREDENTIAL')
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('That took a while.').waitFor()
      expect(await ada.heading()).toBe('Welcome back')
    })
  })
