import { emailConfirmedPath, stepPath } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'
import type { ProductUrls } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'
import { checkCode, hold, openPayment, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'

const group = 'Quick sign-up'
const step = (id: StepId) => stepPath('enroll', id)
const payment = step('payment')
const account = step('create-account')
const confirmed = emailConfirmedPath('enroll')

const SAVE = 'Save card and continue'
const subscriptions = ({ adminApi }: ProductUrls) =>
  `${adminApi}/api/v1/iap_subscriptions/stripe/subscriptions`

const atPayment = (visitor: Visitor) => openPayment(visitor, payment)

const giveCard = async (visitor: Visitor, number?: string) => {
  await atPayment(visitor)
  await visitor.page.getByLabel('Billing email').fill(visitor.email)
  await visitor.fillCard(number)
}

const applyCode = async (visitor: Visitor) => {
  await atPayment(visitor)
  await visitor.page.getByText('Have a code?').click()
  await visitor.page.getByLabel(/^Promotion code/).fill('WELCOME20')
  await visitor.press('Apply')
  await seeText(visitor, /20% off/)
}

const atAccount = async (visitor: Visitor) => {
  await giveCard(visitor)
  await visitor.press(SAVE)
  await visitor.at(account)
  await visitor.page.getByRole('button', { name: /^Start / }).waitFor()
}

const enrolled = async (visitor: Visitor) => {
  await atAccount(visitor)
  await visitor.createAccount()
  await visitor.at(step('verify-email'))
  await seeText(visitor, /^You’re in\. \$0\.00 today, \$89\.99 on/)
}

export const enrollScenes: readonly Scene[] = scenesOf({ group }, [
  { name: 'enroll-payment', path: payment, state: 'empty', show: atPayment },
  {
    name: 'enroll-payment-loading',
    path: payment,
    state: 'loading',
    show: async (visitor) => {
      await hold(visitor, '**/api/v1/iap_subscriptions')
      await visitor.open(payment)
      await seeText(visitor, 'Loading the plans')
    },
  },
  {
    name: 'enroll-payment-offline',
    path: payment,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await visitor.cutOff(adminApi)
      await visitor.open(payment)
      await seeText(visitor, 'We can’t load the plans right now')
    },
  },
  {
    name: 'enroll-payment-wrong',
    path: payment,
    state: 'wrong',
    show: async (visitor) => {
      await atPayment(visitor)
      await visitor.press(SAVE)
      await seeText(visitor, required)
    },
  },
  {
    name: 'enroll-payment-declined',
    path: payment,
    state: 'error',
    expects: [402],
    show: async (visitor) => {
      await giveCard(visitor, '4000 0000 0000 0002')
      await visitor.press(SAVE)
      await seeText(visitor, 'Your card was declined.')
    },
  },
  {
    name: 'enroll-payment-not-a-person',
    path: payment,
    state: 'error',
    expects: [403],
    show: async (visitor) => {
      await giveCard(visitor)
      await visitor.page.route('**/recaptcha/token', (route) =>
        route.fulfill({
          json: { token: 'made-up' },
          headers: { 'Access-Control-Allow-Origin': '*' },
        }),
      )
      await visitor.press(SAVE)
      await seeText(visitor, 'We couldn’t confirm that you’re a person.')
    },
  },
  {
    name: 'enroll-payment-code-busy',
    path: payment,
    state: 'busy',
    show: async (visitor) => {
      await giveCard(visitor)
      await checkCode(visitor)
    },
  },
  {
    name: 'enroll-payment-busy',
    path: payment,
    state: 'busy',
    show: async (visitor) => {
      await giveCard(visitor)
      await hold(visitor, '**/stripe/setup_intents')
      await visitor.press(SAVE)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'enroll-payment-saved',
    path: payment,
    state: 'done',
    show: async (visitor) => {
      await atAccount(visitor)
      await visitor.press('Back')
      await seeText(visitor, 'Your card and billing email are saved')
    },
  },
  { name: 'enroll-create-account', path: account, state: 'empty', show: atAccount },
  {
    name: 'enroll-account-ready',
    path: account,
    state: 'ready',
    show: async (visitor, urls) => {
      await atAccount(visitor)
      await visitor.cutOff(subscriptions(urls))
      await visitor.context.route(subscriptions(urls), (route) => route.abort())
      await visitor.createAccount()
      await seeText(visitor, sorry)
      await visitor.page.reload()
      await seeText(visitor, 'Your account is ready')
    },
  },
  {
    name: 'enroll-account-busy',
    path: account,
    state: 'busy',
    show: async (visitor, urls) => {
      await atAccount(visitor)
      await hold(visitor, subscriptions(urls))
      await visitor.createAccount()
      await seeText(visitor, 'Your account is ready')
    },
  },
  {
    name: 'enroll-account-promotion-over',
    path: account,
    state: 'error',
    expects: [410],
    show: async (visitor, urls) => {
      await applyCode(visitor)
      await atAccount(visitor)
      await visitor.context.route(subscriptions(urls), (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({
              status: 410,
              contentType: 'application/problem+json',
              headers: { 'Access-Control-Allow-Origin': urls.site },
              json: {
                type: 'about:blank',
                title: 'Gone',
                status: 410,
                detail: 'Used up.',
                code: 'promotion/used-up',
              },
            }),
      )
      await visitor.createAccount()
      await seeText(visitor, /\$71\.99 is now \$89\.99 on/)
    },
  },
  { name: 'enroll-verify-email', path: step('verify-email'), state: 'ready', show: enrolled },
  {
    name: 'enroll-email-confirmed',
    path: confirmed,
    state: 'done',
    show: async (visitor) => {
      await visitor.open(confirmed)
      await seeText(visitor, 'Sign in to continue')
    },
  },
  {
    name: 'enroll-download-app',
    path: step('download-app'),
    state: 'done',
    person: 'enrolled',
    show: async (visitor) => {
      await visitor.open(step('download-app'))
      await visitor.page.locator('a[href*="claim="]').waitFor({ state: 'attached' })
    },
  },
])
