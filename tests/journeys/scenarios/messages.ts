import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shiftsOf } from '../support/page-checks.ts'
import type { World } from '../support/world.ts'

export const describeMessages = (world: () => World) =>
  describe('messages', () => {
    it('say that an email is in use, keep what was entered and lead to sign-in with it', async () => {
      const first = await world().visitor({ reached: 'create-account' })
      await first.open('/sign-up/create-account')
      await first.createAccount()
      await first.at('/sign-up/verify-email')

      const second = await world().visitor({ reached: 'create-account' })
      const { page } = second
      second.expectStatus(400)
      await second.open('/sign-up/create-account')
      await page.getByLabel('Email', { exact: true }).fill(first.email)
      await page.getByLabel('Password', { exact: true }).fill('Other-Pass-7')
      await page.getByRole('checkbox').check()
      await second.press('Create account')
      await page
        .getByText('Seems like this email is already in use. Try using another email.')
        .waitFor()
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Other-Pass-7')

      await page.getByRole('link', { name: 'Sign in instead' }).click()
      await second.at('/sign-in')
      expect(await page.getByLabel('Email').inputValue()).toBe(first.email)

      await page.getByLabel('Password', { exact: true }).fill('Wrong-Pass-7')
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('Wrong password. Please try again or reset your password.').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(first.email)

      await page.getByLabel('Password', { exact: true }).fill(first.password)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await second.at('/sign-up/verify-email')
    })

    it('cause no layout shift when an error arrives late', async () => {
      const ada = await world().visitor({ width: 360 })
      const { page } = ada
      ada.expectStatus(400)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.route('**/accounts:signInWithPassword*', async (route) => {
        await pause(600)
        await route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'EMAIL_NOT_FOUND' } },
        })
      })
      await ada.open('/sign-in')
      await page.getByLabel('Email').fill('nobody@example.com')
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('Sailing-42')
      const placeOnPage = () =>
        password.evaluate((field) => field.getBoundingClientRect().top + window.scrollY)
      const before = await placeOnPage()
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').filter({ hasText: "Sorry, we can't find an account" }).waitFor()
      expect(await placeOnPage()).toBe(before)
      expect(await shiftsOf(page)).toEqual([])
    })

    it('lead from sign-in to the requested path, never to another site', async () => {
      const ada = await world().visitor({ reached: 'create-account' })
      await ada.goToPayment()
      const signInAt = async (returnTo: string) => {
        await ada.open(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
        await ada.page.getByLabel('Email').fill(ada.email)
        await ada.page.getByLabel('Password', { exact: true }).fill(ada.password)
        await ada.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      }
      await signInAt('/sign-up/choose-subscription-plan')
      await ada.at('/sign-up/choose-subscription-plan')
      await signInAt('//elsewhere.example/')
      await ada.at('/account')
      expect(new URL(ada.page.url()).origin).toBe(world().urls.site)
    })

    it('name what is missing or wrong in create-account', async () => {
      const ada = await world().visitor({ reached: 'create-account' })
      const { page } = ada
      await ada.open('/sign-up/create-account')
      await ada.press('Create account')
      await expect.poll(() => page.getByText('This field is required.').count()).toBe(3)
      await page.getByLabel('Email', { exact: true }).fill('ada@nowhere')
      await page.getByText('That doesn’t look right. Please provide a valid email.').waitFor()
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByText('1 uppercase letter, not met').waitFor()
      await page.getByRole('button', { name: 'Show password' }).click()
      expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    })

    it.each([
      ['NOSUCHCODE', 404, 'We don’t recognise this code. Please check the spelling.'],
      ['EXPIRED', 410, 'This code has expired.'],
      ['SOLDOUT', 409, 'This code has been used the maximum number of times.'],
      ['HALFYEAR', 409, 'This code doesn’t work with the Annual plan.'],
    ])('say why the code %s is refused', async (code, status, sentence) => {
      const ada = await world().visitor({ reached: 'choose-subscription-plan' })
      for (const each of [status, 404, 409, 410]) ada.expectStatus(each)
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByText('Have a code?').click()
      const field = ada.page.getByLabel(/^Promotion code/)
      await field.fill(code)
      await field.press('Enter')
      await ada.page.getByText(sentence).waitFor()
      expect(await field.inputValue()).toBe(code)
    })

    it('confirm a reset mail even for an address without an account', async () => {
      const ada = await world().visitor()
      await ada.open('/account-recovery')
      await ada.page.getByLabel('Email').fill('nobody@example.com')
      await ada.press('Send the link')
      await ada.page.getByRole('heading', { name: 'Check your email' }).waitFor()
      expect(await world().records.mails('nobody@example.com')).toEqual([])
    })

    it('ask for the password when changing the email needs a recent sign-in, and then continue', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'create-account' })
      const { page, context } = ada
      ada.expectStatus(400)
      await ada.open('/sign-up/create-account')
      await ada.createAccount()
      await ada.at('/sign-up/verify-email')

      const update = `${urls.authEmulator}/identitytoolkit.googleapis.com/v1/accounts:sendOobCode*`
      await context.route(update, (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
        }),
      )
      await ada.press('Change email')
      await page.getByLabel('New email').fill(`new-${ada.email}`)
      await ada.press('Send the link')
      const modal = page.getByRole('dialog', { name: 'Please enter your password to continue' })
      await modal.getByLabel('Your current password').fill('Wrong-Pass-7')
      await modal.getByRole('button', { name: 'Continue' }).click()
      await modal.getByText('Uh oh, wrong password.').waitFor()
      await context.unroute(update)
      await modal.getByLabel('Your current password').fill(ada.password)
      await modal.getByRole('button', { name: 'Continue' }).click()
      await modal.waitFor({ state: 'hidden' })
      await page
        .getByRole('paragraph')
        .filter({ hasText: `new-${ada.email}` })
        .first()
        .waitFor()
      expect(await world().records.mails(`new-${ada.email}`)).toHaveLength(1)
    })
  })
