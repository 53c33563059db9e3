import { describe, expect, it } from 'vitest'
import { PERSISTED_STATE } from '#core/model/persisted-state-key.ts'
import { passCheck } from '../support/bank.ts'
import { subscriptionOf } from '../support/billing.ts'
import { eventually } from '../support/eventually.ts'
import type { Visitor } from '../support/visitor.ts'
import type { World } from '../support/world.ts'

const SAVE = 'Save card and continue'

export const describeEnroll = (world: () => World) =>
  describe('quick sign-up', () => {
    const arrive = async (options: { width?: number; path?: string } = {}) => {
      const ada = await world().visitor({ width: options.width })
      await ada.open(options.path ?? '/enroll/payment')
      await ada.page.getByRole('radio', { name: /Annual/ }).waitFor({ state: 'attached' })
      return ada
    }

    const giveCard = async (ada: Visitor, number?: string) => {
      await ada.page.getByLabel('Billing email').fill(ada.email)
      await ada.fillCard(number)
      await ada.press(SAVE)
    }

    const atCreateAccount = async () => {
      const ada = await arrive()
      await giveCard(ada)
      await ada.at('/enroll/create-account')
      await ada.page.getByRole('button', { name: /^Start / }).waitFor()
      return ada
    }

    const subscriptions = () =>
      `${world().urls.adminApi}/api/v1/iap_subscriptions/stripe/subscriptions`

    it.each([360, 1280])(
      'leads from the home page to a trial that all services agree on (%i wide)',
      async (width) => {
        const { records, visitor } = world()
        const ada = await visitor({ width })
        const { page, press, at, email, password } = ada
        await ada.open('/')
        await page.getByRole('link', { name: 'Start with Monthly' }).click()
        await at('/enroll/payment')
        await eventually(async () =>
          expect(await page.getByRole('radio', { name: /Monthly/ }).isChecked()).toBe(true),
        )
        // They have answered nothing, so there is no result to mention.
        expect(await page.getByRole('main').innerText()).not.toMatch(/your result|explained/i)
        await page.getByText('Have a code?').click()
        // The code is also checked for the annual plan, to which it does not apply.
        ada.expectStatus(409)
        await page.getByLabel(/^Promotion code/).fill('HALFYEAR')
        await press('Apply')
        await page.getByText('50% off for 6 months').first().waitFor()
        await giveCard(ada)

        await at('/enroll/create-account')
        expect(await records.subscriptions(email)).toEqual([])
        expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
        await ada.createAccount()
        await at('/enroll/verify-email')
        await page.getByText(/^You’re in\. \$0\.00 today, \$6\.\d\d on \d+\s\w+\./).waitFor()
        expect((await records.subscriptions(email)).map(({ status }) => status)).toEqual([
          'trialing',
        ])
        await records.confirmEmail(email)
        await at('/enroll/download-app')
        await page.getByRole('heading', { name: 'Welcome aboard' }).waitFor()

        const profile = await records.profile(email, password)
        const [paid, ...more] = await records.subscriptions(email)
        expect(more).toEqual([])
        expect(profile.emailVerified).toBe(true)
        expect(profile.subscription).toMatchObject({
          status: 'trialing',
          productId: 'monthly',
          discount: { code: 'HALFYEAR' },
        })
        expect(Date.parse(profile.subscription?.trialEnd ?? '')).toBe((paid?.trialEnd ?? 0) * 1000)
        const stored = await ada.stored()
        expect(JSON.stringify(stored)).not.toContain(password)
        // Four digits alone may be part of a timestamp.
        expect(JSON.stringify(stored)).not.toMatch(/4242 ?4242/)
        expect(stored[PERSISTED_STATE]).toBeDefined()

        for (const step of ['payment', 'create-account', 'verify-email']) {
          await ada.open(`/enroll/${step}`)
          await at('/enroll/download-app')
        }
      },
    )

    it('keeps the plan, the code, the emails and the saved card over reloads and steps back', async () => {
      const ada = await arrive({ path: '/enroll/payment?plan=monthly' })
      const { page } = ada
      const monthly = page.getByRole('radio', { name: /Monthly/ })
      const annual = page.getByRole('radio', { name: /Annual/ })
      await eventually(async () => expect(await monthly.isChecked()).toBe(true))
      await annual.check({ force: true })
      await page.getByText('Have a code?').click()
      await page.getByLabel(/^Promotion code/).fill('WELCOME20')
      await page.getByLabel('Billing email').fill(ada.email)
      await page.reload()
      await annual.waitFor({ state: 'attached' })
      expect(await annual.isChecked()).toBe(true)
      expect(await page.getByLabel(/^Promotion code/).inputValue()).toBe('WELCOME20')
      expect(await page.getByLabel('Billing email').inputValue()).toBe(ada.email)

      await ada.press('Apply')
      await page.getByText('20% off your first charge').first().waitFor()
      await ada.fillCard()
      await ada.press(SAVE)
      await ada.at('/enroll/create-account')
      await page.getByLabel('Email', { exact: true }).fill(`own-${ada.email}`)
      await page.reload()
      await page.getByRole('button', { name: /^Start / }).waitFor()
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(`own-${ada.email}`)

      await page.goBack()
      await page.getByText('Your card and billing email are saved').waitFor()
      await page.getByText('20% off your first charge').first().waitFor()
      expect(await page.getByLabel('Billing email').inputValue()).toBe(ada.email)
      await page.reload()
      await page.getByText('Your card and billing email are saved').waitFor()
      await ada.press('Continue')
      await ada.at('/enroll/create-account')
      await ada.createAccount()
      await ada.at('/enroll/verify-email')
      await page.reload()
      await page.getByRole('heading', { name: 'Confirm your email' }).waitFor()
      await page.goBack()
      await ada.at('/enroll/verify-email')
      expect(await world().records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('says next to the card why it is refused, and accepts another', async () => {
      const ada = await arrive()
      ada.expectStatus(402)
      await giveCard(ada, '4000 0000 0000 0002')
      await ada.page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
      expect(ada.path()).toBe('/enroll/payment')
      await ada.fillCard()
      await ada.press(SAVE)
      await ada.at('/enroll/create-account')
      await eventually(async () => expect(await ada.heading()).toBe('Create your account'))
    })

    it('creates only one subscription on a double click', async () => {
      const ada = await atCreateAccount()
      await ada.page.getByLabel('Password', { exact: true }).fill(ada.password)
      await ada.page.getByRole('checkbox').check()
      await ada.page.getByRole('button', { name: /^Start / }).dblclick()
      await ada.at('/enroll/verify-email')
      expect(await world().records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('accepts another card when the first is refused after the account is created', async () => {
      const { urls, records } = world()
      const ada = await atCreateAccount()
      ada.expectStatus(402)
      await ada.context.route(subscriptions(), (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status: 402,
              contentType: 'application/problem+json',
              headers: { 'Access-Control-Allow-Origin': urls.site },
              json: {
                type: 'about:blank',
                title: 'Payment Required',
                status: 402,
                detail: 'Your card has insufficient funds.',
                code: 'payment/declined',
                declineCode: 'insufficient_funds',
              },
            }),
      )
      await ada.createAccount()
      await ada.at('/enroll/payment')
      const alert = ada.page
        .getByRole('alert')
        .filter({ hasText: 'Your card has insufficient funds.' })
      await eventually(async () =>
        expect(await alert.evaluate((element) => document.activeElement === element)).toBe(true),
      )
      await ada.context.unroute(subscriptions())
      expect(await records.subscriptions(ada.email)).toEqual([])
      await ada.fillCard('5555 5555 5555 4444')
      ada.expectStatus(403)
      await ada.press('Start 14 free days')
      const unconfirmed = ada.page
        .getByRole('alert')
        .filter({ hasText: 'Confirm your email first' })
      expect(await unconfirmed.getByRole('link').getAttribute('href')).toBe('/account')
      expect(await records.subscriptions(ada.email)).toEqual([])
      await records.confirmEmail(ada.email)
      await ada.press('Start 14 free days')
      await ada.at('/enroll/download-app')
      expect(await records.subscriptions(ada.email)).toHaveLength(1)
      expect((await subscriptionOf(records, ada))?.status).toBe('trialing')
    })

    it('continues with one subscription when the page is closed before the order’s response arrives', async () => {
      const { records } = world()
      const ada = await atCreateAccount()
      const { context, page } = ada
      // The order reaches the server, but the answer is lost.
      await context.route(subscriptions(), async (route) => {
        if (route.request().method() === 'OPTIONS') return route.continue()
        await route.fetch()
        return route.abort()
      })
      const down = await ada.cutOff(subscriptions())
      await ada.createAccount()
      await page.getByText('Oops... something went wrong.').waitFor()
      await page.close()
      await context.unroute(subscriptions())
      await down.restore()

      const later = await context.newPage()
      await later.goto('/')
      await later.getByRole('link', { name: /^Continue(:| where)/ }).click()
      await later.waitForURL(/\/enroll\/verify-email$/)
      expect(await records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('shows the order again after an interruption, and starts one subscription on a double click', async () => {
      const { records } = world()
      const ada = await atCreateAccount()
      const down = await ada.cutOff(subscriptions())
      await ada.context.route(subscriptions(), (route) => route.abort())
      await ada.createAccount()
      await ada.page.getByText('Oops... something went wrong.').waitFor()
      await ada.context.unroute(subscriptions())
      await down.restore()
      await ada.page.reload()
      await ada.page.getByRole('heading', { name: 'Your account is ready' }).waitFor()
      await ada.page.getByText('Your order').waitFor()
      await ada.page.getByRole('button', { name: 'Start 14 free days' }).dblclick()
      await ada.at('/enroll/verify-email')
      expect(await records.subscriptions(ada.email)).toHaveLength(1)
    })

    it('continues automatically when the email is confirmed in another browser, and offers sign-in there', async () => {
      const { records, visitor } = world()
      const ada = await atCreateAccount()
      await ada.createAccount()
      await ada.at('/enroll/verify-email')
      const phone = await visitor({ width: 360 })
      await phone.open(await records.confirmationPath(ada.email))
      await phone.at(/^\/enroll\/email-confirmed/)
      await phone.press('Confirm my email')
      await phone.page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
      await ada.at('/enroll/download-app')

      await phone.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await phone.at('/sign-in')
      await phone.page.getByLabel('Email').fill(ada.email)
      await phone.page.getByLabel('Password', { exact: true }).fill(ada.password)
      await phone.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await phone.at('/enroll/download-app')
      await eventually(async () =>
        expect(await phone.page.getByRole('link', { name: 'Take the check-up' }).isVisible()).toBe(
          true,
        ),
      )
    })

    it('charges a former subscriber immediately, says why a card is declined, and asks for the bank’s check', async () => {
      const { records } = world()
      const ada = await atCreateAccount()
      ada.expectStatus(402)
      await ada.createAccount()
      await ada.at('/enroll/verify-email')
      await records.confirmEmail(ada.email)
      await ada.at('/enroll/download-app')
      const [first] = await records.subscriptions(ada.email)
      await records.endSubscription(first?.id ?? '')
      await eventually(async () =>
        expect((await subscriptionOf(records, ada))?.status).toBe('canceled'),
      )

      await ada.open('/enroll/payment')
      await ada.page.getByText('$89.99 today').first().waitFor()
      await ada.fillCard('4000 0000 0000 0341')
      await ada.press('Start and pay today')
      await ada.page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
      await ada.fillCard('4000 0027 6000 3184')
      await ada.press('Start and pay today')
      await passCheck(ada)
      await passCheck(ada)
      await ada.at('/enroll/download-app')
      await ada.page
        .getByText(/^You’re in\. \$89\.99 paid today, next charge \$89\.99 on \d+\s\w+\s\d{4}\.$/)
        .waitFor()
      const all = await records.subscriptions(ada.email)
      expect(all.filter(({ status }) => status === 'active')).toHaveLength(1)
    })

    it('sends a new visitor who opens a later step to the payment step', async () => {
      const ada = await world().visitor()
      for (const step of ['create-account', 'verify-email', 'download-app']) {
        await ada.open(`/enroll/${step}`)
        await ada.at('/enroll/payment')
        await eventually(async () => expect(await ada.heading()).toBe('Plan and payment'))
      }
    })

    it('leads a visitor whose email is taken to sign-in and back, and starts no second subscription', async () => {
      const { records } = world()
      const first = await atCreateAccount()
      await first.createAccount()
      await first.at('/enroll/verify-email')

      const again = await atCreateAccount()
      again.expectStatus(400)
      const { page } = again
      await page.getByLabel('Email', { exact: true }).fill(first.email)
      await page.getByLabel('Password', { exact: true }).fill(first.password)
      await page.getByRole('checkbox').check()
      await again.press(/^Start /)
      await page
        .getByText('Seems like this email is already in use. Try using another email.')
        .waitFor()
      await page.getByRole('link', { name: 'Sign in instead' }).click()
      await again.at('/sign-in')
      await page.getByLabel('Password', { exact: true }).fill(first.password)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await again.at('/enroll/verify-email')
      expect(await records.subscriptions(first.email)).toHaveLength(1)
      expect(await records.subscriptions(again.email)).toEqual([])
    })
  })
