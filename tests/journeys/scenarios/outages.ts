import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'

const sorry = 'Oops... something went wrong.'

export const describeOutages = (world: () => World) =>
  describe('while a service is down', () => {
    it('keeps the answers and works out the result once the admin API is back', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'money-belief' })
      const { page } = ada
      await ada.open('/sign-up/survey?step=11')
      const radios = page.getByRole('main').getByRole('radio')
      await radios.nth(0).check({ force: true })
      const down = await ada.cutOff(urls.adminApi)
      await ada.press('See your result')
      await page.getByText(sorry).waitFor()
      expect(await radios.nth(0).isChecked()).toBe(true)
      await down.restore()
      await ada.press('Retry')
      await ada.at(/step=result/)
    })

    it('offers the plans again', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      const down = await ada.cutOff(urls.adminApi)
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByText(sorry).waitFor()
      await down.restore()
      await ada.press('Try again')
      await ada.press('Choose Annual')
      await ada.at('/sign-up/create-account')
      await eventually(async () => expect(await ada.heading()).toBe('Create your account'))
    })

    it('creates the account once the identity service is back', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'create-account' })
      const down = await ada.cutOff(urls.authEmulator)
      await ada.open('/sign-up/create-account')
      await ada.createAccount()
      await ada.page.getByText(sorry).waitFor()
      expect(await ada.page.getByLabel('Email', { exact: true }).inputValue()).toBe(ada.email)
      expect(await ada.page.getByLabel('Password', { exact: true }).inputValue()).toBe(ada.password)
      await down.restore()
      await ada.press('Retry')
      await ada.at('/sign-up/verify-email')
    })

    it('starts one subscription with the card saved before, also after a reload', async () => {
      const { urls, visitor, records } = world()
      const ada = await visitor({ reached: 'create-account' })
      await ada.goToPayment()
      const subscriptions = `${urls.adminApi}/api/v1/iap_subscriptions/stripe/subscriptions`
      const down = await ada.cutOff(subscriptions)
      await ada.context.route(subscriptions, (route) => route.abort())
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.page.getByText(sorry).waitFor()
      await ada.page.reload()
      await ada.page.getByText('Card saved').waitFor()
      await down.restore()
      await ada.context.unroute(subscriptions)
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
      expect(await records.subscriptions(ada.email)).toHaveLength(1)
    })
  })
