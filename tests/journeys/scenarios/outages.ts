import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import type { World } from '../support/world.ts'

const sorry = 'Oops... something went wrong.'

export const describeOutages = (world: () => World) =>
  describe('the site while a service is down', () => {
    it('keeps the answers and shows the result once the admin API is back', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'money-belief' })
      const { page } = ada
      await ada.open('/sign-up/survey?step=11')
      const radios = page.getByRole('main').getByRole('radio')
      await radios.nth(0).press('Space')
      const down = await ada.cutOff(urls.adminApi)
      await ada.press('See your result')
      await page.getByText(sorry).waitFor()
      expect(await radios.nth(0).isChecked()).toBe(true)
      await down.restore()
      await ada.press('Try again')
      await ada.at(/step=result/)
    })

    it('offers the plans once the admin API is back', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'choose-subscription-plan' })
      const down = await ada.cutOff(urls.adminApi)
      await ada.open('/sign-up/choose-subscription-plan')
      await ada.page.getByText('We can’t load the plans right now').waitFor()
      expect(await ada.page.getByText(sorry).count()).toBe(0)
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
      await ada.press('Try again')
      await ada.at('/sign-up/verify-email')
    })

    it.each(['/sign-up/survey', '/sign-in'])(
      'says that part of %s did not load, and loads it again',
      async (path) => {
        const ada = await world().visitor()
        const { page } = ada
        await page.route('**/foundation-*.js', (route) => route.abort())
        await page.goto(path)
        const notice = page.getByText('Part of this page didn’t load')
        await notice.waitFor()
        await page.unrouteAll()
        await ada.press('Reload the page')
        await notice.waitFor({ state: 'hidden' })
        expect(ada.path()).toContain(path)
        ada.forgive(/ERR_FAILED|Not rendering React|Loading chunk/)
      },
    )

    it('keeps what was typed when the form’s rules cannot be loaded, and continues once they can', async () => {
      const ada = await world().visitor({ reached: 'create-account' })
      const { page, context } = ada
      // Lets through only what the document and its Link header name.
      const document = await context.request.get('/sign-up/create-account')
      const named = `${document.headers()['link'] ?? ''}${await document.text()}`
      await page.route('**/*.js', (route) => {
        const { pathname } = new URL(route.request().url())
        return named.includes(pathname) ? route.continue() : route.abort()
      })
      await ada.open('/sign-up/create-account')
      await ada.createAccount()
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await page.unrouteAll()
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(ada.email)
      await ada.press('Try again')
      await ada.at('/sign-up/verify-email')
      ada.forgive(/ERR_FAILED/)
    })

    it('starts one subscription with the saved card after an outage and a reload', async () => {
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
      await ada.page.getByText('Your card and billing email are saved').waitFor()
      await down.restore()
      await ada.context.unroute(subscriptions)
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
      expect(await records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('starts without the profile, and loads it once the admin API is back', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'create-account' })
      await ada.goToPayment()
      const down = await ada.cutOff(`${urls.adminApi}/api/v1/me`)
      await ada.context.route(`${urls.adminApi}/api/v1/me`, (route) => route.abort())
      await ada.page.reload()
      await ada.page.getByText(sorry).waitFor()
      await ada.at('/sign-up/payment')
      await down.restore()
      await ada.context.unroute(`${urls.adminApi}/api/v1/me`)
      await ada.press('Try again')
      await ada.fillCard()
      await ada.press('Start 14 free days')
      await ada.at('/sign-up/personal-details')
      await eventually(async () => expect(await ada.heading()).toMatch(/^You’re in\./))
    })

    it('asks to sign in again when the session is refused, and returns to the step', async () => {
      const { urls, visitor } = world()
      const ada = await visitor({ reached: 'create-account' })
      ada.expectStatus(401)
      await ada.goToPayment()
      await ada.fillCard()
      await ada.context.route(`${urls.adminApi}/api/v1/**`, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status: 401,
              contentType: 'application/problem+json',
              headers: { 'Access-Control-Allow-Origin': urls.site },
              json: {
                type: 'about:blank',
                title: 'Unauthorized',
                status: 401,
                detail: 'Sign in.',
                code: 'auth/unauthenticated',
              },
            }),
      )
      await ada.press('Start 14 free days')
      await ada.at('/sign-in')
      expect(new URL(ada.page.url()).searchParams.get('returnTo')).toBe('/sign-up/payment')
      await ada.context.unroute(`${urls.adminApi}/api/v1/**`)
      await ada.page.getByLabel('Email').fill(ada.email)
      await ada.page.getByLabel('Password', { exact: true }).fill(ada.password)
      await ada.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await ada.at('/sign-up/payment')
      await eventually(async () => expect(await ada.heading()).toBe('Add your card to begin'))
    })
  })
