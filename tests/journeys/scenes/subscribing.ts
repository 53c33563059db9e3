import { active, inDays } from './at-account.ts'
import { hold, openPayment, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import { group, step } from './signing-up.ts'
import { bankOf } from '../support/bank.ts'
import type { Visitor } from '../support/visitor.ts'
import { giveWallet, walletOf } from '../support/wallet.ts'

const payment = step('payment')
const details = step('personal-details')
const download = step('download-app')
const appClaims = '**/api/v1/me/app_claims'

const atPayment = (visitor: Visitor) => openPayment(visitor, payment)

const paymentScenes = scenesOf({ group, person: 'confirmed' }, [
  { name: 'payment', path: payment, state: 'empty', show: atPayment },
  {
    name: 'payment-loading',
    path: payment,
    state: 'loading',
    show: async (visitor) => {
      await hold(visitor, '**/v3/stripe.js*')
      await visitor.open(payment)
      await visitor.page.getByText('Loading the card fields').waitFor()
    },
  },
  {
    name: 'payment-wallet',
    path: payment,
    state: 'ready',
    show: async (visitor) => {
      await giveWallet(visitor)
      await atPayment(visitor)
      await seeText(visitor, 'or pay by card')
    },
  },
  {
    name: 'payment-wallet-closed',
    path: payment,
    state: 'wrong',
    show: async (visitor) => {
      await giveWallet(visitor)
      await atPayment(visitor)
      await visitor.press('Test wallet')
      await walletOf(visitor).getByRole('button', { name: 'Cancel' }).click()
      await seeText(visitor, 'Wallet closed. Nothing was charged.')
    },
  },
  {
    name: 'payment-wrong',
    path: payment,
    state: 'wrong',
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.page.getByLabel('Billing email').fill('ada@nowhere')
      await visitor.press('Start 14 free days')
      await seeText(visitor, /Please provide a valid email/)
    },
  },
  {
    name: 'payment-declined',
    path: payment,
    state: 'error',
    expects: [402],
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.fillCard('4000 0000 0000 0002')
      await visitor.press('Start 14 free days')
      await seeText(visitor, 'Your card was declined.')
    },
  },
  {
    name: 'payment-check-failed',
    path: payment,
    state: 'error',
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.fillCard('4000 0025 0000 3155')
      await visitor.press('Start 14 free days')
      await bankOf(visitor).getByRole('button', { name: 'Fail' }).click()
      await visitor.page
        .getByRole('alert')
        .filter({ hasText: /authenticate/ })
        .waitFor()
    },
  },
  {
    name: 'payment-price-changed',
    path: payment,
    state: 'error',
    expects: [409],
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.fillCard()
      await visitor.context.route('**/stripe/subscriptions', (route) =>
        route.fulfill({ status: 409, json: { code: 'subscription/price-changed' } }),
      )
      await visitor.context.route('**/api/v1/iap_subscriptions', async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        return route.fulfill({ response, body: text.replace('8999', '9999') })
      })
      await visitor.press('Start 14 free days')
      await seeText(visitor, /It was \$89\.99 a year and is now \$99\.99/)
    },
  },
  {
    name: 'payment-busy',
    path: payment,
    state: 'busy',
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.fillCard()
      await hold(visitor, '**/stripe/setup_intents')
      await visitor.press('Start 14 free days')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
])

/** Shows the plan as one without a trial, paid a moment ago. */
const withPaidPlan = async ({ context }: Visitor): Promise<void> => {
  await context.route('**/api/v1/me', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { subscription: { consent: object } } }
    const consent = { ...data.subscription.consent, trialEnd: null }
    const paid = { ...active, currentPeriodEnd: inDays(365), consent }
    const subscription = { ...data.subscription, ...paid }
    return route.fulfill({ response, json: { data: { ...data, subscription } } })
  })
}

const detailsScenes = scenesOf({ group, person: 'subscribed' }, [
  {
    name: 'personal-details',
    path: details,
    state: 'empty',
    show: async (visitor) => {
      await visitor.open(details)
      await seeText(visitor, /^You’re in\. \$0\.00 today/)
    },
  },
  {
    name: 'personal-details-paid',
    path: details,
    state: 'ready',
    show: async (visitor) => {
      await withPaidPlan(visitor)
      await visitor.open(details)
      await seeText(visitor, /^You’re in\. \$89\.99 paid today, next charge \$89\.99 on/)
    },
  },
  {
    name: 'personal-details-wrong',
    path: details,
    state: 'wrong',
    show: async (visitor) => {
      await visitor.open(details)
      await visitor.page.getByLabel('Year of birth').fill('1850')
      await visitor.page.getByLabel(/^Phone/).fill('12')
      await visitor.press('Continue')
      await seeText(visitor, required)
    },
  },
  {
    name: 'personal-details-busy',
    path: details,
    state: 'busy',
    show: async (visitor) => {
      await visitor.open(details)
      await visitor.fillDetails()
      await hold(visitor, '**/api/v1/me')
      await visitor.press('Continue')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'personal-details-error',
    path: details,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await visitor.open(details)
      await visitor.fillDetails()
      await visitor.cutOff(adminApi)
      await visitor.press('Continue')
      await seeText(visitor, sorry)
    },
  },
])

export const subscribingScenes: readonly Scene[] = [
  ...paymentScenes,
  ...detailsScenes,
  {
    name: 'download-app',
    group,
    path: download,
    state: 'done',
    person: 'complete',
    show: async (visitor) => {
      await visitor.open(download)
      await visitor.page.locator('a[href*="claim="]').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'download-app-loading',
    group,
    path: download,
    state: 'loading',
    person: 'complete',
    show: async (visitor) => {
      await hold(visitor, appClaims)
      await visitor.open(download)
      await seeText(visitor, 'Creating your link')
    },
  },
  {
    name: 'download-app-expired',
    group,
    path: download,
    state: 'wrong',
    person: 'complete',
    show: async (visitor, urls) => {
      await visitor.context.route(appClaims, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status: 201,
              headers: { 'Access-Control-Allow-Origin': urls.site },
              json: {
                data: {
                  url: 'https://app.evenkeel.example/open?claim=old',
                  expiresAt: '2026-01-01T00:00:00.000Z',
                },
              },
            }),
      )
      await visitor.open(download)
      await seeText(visitor, 'Your app link has expired')
    },
  },
  {
    name: 'download-app-error',
    group,
    path: download,
    state: 'error',
    person: 'complete',
    show: async (visitor, { adminApi }) => {
      await visitor.cutOff(`${adminApi}/api/v1/me/app_claims`)
      await visitor.context.route(appClaims, (route) => route.abort())
      await visitor.open(download)
      await seeText(visitor, 'We can’t create your link right now')
    },
  },
]
