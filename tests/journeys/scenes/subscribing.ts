import { emailConfirmedPath, stepPath } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'
import { hold, openWithoutScripts, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import { active, inDays } from './account.ts'
import type { Visitor } from '../support/visitor.ts'
import { giveWallet, walletOf } from '../support/wallet.ts'

const group = 'Sign-up: account and plan'
const step = (id: StepId) => stepPath('sign-up', id)
const plan = step('choose-subscription-plan')
const account = step('create-account')
const verify = step('verify-email')
const payment = step('payment')
const details = step('personal-details')
const download = step('download-app')
const appClaims = '**/api/v1/me/app_claims'
const confirmed = emailConfirmedPath('sign-up')

const atPlans = async ({ open, page }: Visitor) => {
  await open(plan)
  await page.getByRole('button', { name: 'Choose Annual' }).waitFor()
}

const withCode = (code: string, sentence: string | RegExp) => async (visitor: Visitor) => {
  await atPlans(visitor)
  await visitor.page.getByText('Have a code?').click()
  const field = visitor.page.getByLabel(/^Promotion code/)
  await field.fill(code)
  await field.press('Enter')
  await seeText(visitor, sentence)
}

const emptyCode = async (visitor: Visitor) => {
  await atPlans(visitor)
  await visitor.page.getByText('Have a code?').click()
  await visitor.press('Apply')
}

const fillAccount = async ({ open, page, email, password }: Visitor) => {
  await open(account)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
}

const planScenes = scenesOf({ group, reached: 'choose-subscription-plan' }, [
  { name: 'plan', path: plan, state: 'ready', show: atPlans },
  {
    name: 'plan-loading',
    path: plan,
    state: 'loading',
    show: async (visitor) => {
      await hold(visitor, '**/api/v1/iap_subscriptions')
      await visitor.open(plan)
      await visitor.page.locator('main [aria-busy]').waitFor()
    },
  },
  {
    name: 'plan-error',
    path: plan,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await visitor.cutOff(adminApi)
      await visitor.open(plan)
      await seeText(visitor, 'We can’t load the plans right now')
    },
  },
  { name: 'plan-code-empty', path: plan, state: 'empty', show: emptyCode },
  {
    name: 'plan-code-wrong',
    path: plan,
    state: 'wrong',
    expects: [404],
    show: withCode('NOSUCHCODE', 'We don’t recognise this code.'),
  },
  {
    name: 'plan-code-busy',
    path: plan,
    state: 'busy',
    show: async (visitor) => {
      await atPlans(visitor)
      await hold(visitor, '**/stripe/promotion_codes*')
      await visitor.page.getByText('Have a code?').click()
      await visitor.page.getByLabel(/^Promotion code/).fill('WELCOME20')
      await visitor.press('Apply')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  { name: 'plan-code-done', path: plan, state: 'done', show: withCode('WELCOME20', /20% off/) },
])

const accountScenes = scenesOf({ group, reached: 'create-account' }, [
  { name: 'create-account', path: account, state: 'empty' },
  {
    name: 'create-account-loading',
    path: account,
    state: 'loading',
    show: (visitor) => openWithoutScripts(visitor, account),
  },
  {
    name: 'create-account-wrong',
    path: account,
    state: 'wrong',
    show: async (visitor) => {
      await visitor.open(account)
      await visitor.page.getByLabel('Email', { exact: true }).fill('ada@nowhere')
      await visitor.page.getByLabel('Password', { exact: true }).fill('short')
      await visitor.press('Create account')
      await seeText(visitor, /Please provide a valid email/)
    },
  },
  {
    name: 'create-account-busy',
    path: account,
    state: 'busy',
    show: async (visitor) => {
      await hold(visitor, '**/accounts:signUp*')
      await fillAccount(visitor)
      await visitor.press('Create account')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'create-account-error',
    path: account,
    state: 'error',
    show: async (visitor, { authEmulator }) => {
      await visitor.cutOff(authEmulator)
      await fillAccount(visitor)
      await visitor.press('Create account')
      await seeText(visitor, sorry)
    },
  },
])

const changeEmail = async (visitor: Visitor, address: string) => {
  await visitor.open(verify)
  await visitor.press('Change email')
  await visitor.page.getByLabel('New email').fill(address)
  await visitor.press('Send the link')
}

const verifyScenes = scenesOf({ group, person: 'unconfirmed' }, [
  {
    name: 'verify-email',
    path: verify,
    state: 'ready',
    show: async (visitor) => {
      await visitor.open(verify)
      await visitor.page.getByRole('button', { name: 'Change email' }).waitFor()
    },
  },
  {
    name: 'verify-email-sending',
    path: verify,
    state: 'busy',
    show: async (visitor) => {
      await hold(visitor, '**/accounts:sendOobCode*')
      await visitor.open(verify)
      await visitor.press('Send the email again')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'verify-email-sent',
    path: verify,
    state: 'done',
    show: async (visitor) => {
      await visitor.open(verify)
      await visitor.press('Send the email again')
      await visitor.page.getByRole('button', { name: /Send again in/ }).waitFor()
    },
  },
  {
    name: 'verify-email-change-wrong',
    path: verify,
    state: 'wrong',
    show: async (visitor) => {
      await changeEmail(visitor, 'ada@nowhere')
      await seeText(visitor, /Please provide a valid email/)
    },
  },
  {
    name: 'verify-email-changed',
    path: verify,
    state: 'done',
    show: async (visitor) => {
      // A line longer, so that the following text wraps differently.
      const address = `another-address-of-mine-${visitor.email}`
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({ json: { email: visitor.email } }),
      )
      await changeEmail(visitor, address)
      await seeText(visitor, address)
    },
  },
  {
    name: 'reauthenticate',
    path: verify,
    state: 'empty',
    expects: [400],
    show: async (visitor) => {
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
        }),
      )
      await changeEmail(visitor, `new-${visitor.email}`)
      await visitor.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'reauthenticate-wrong',
    path: verify,
    state: 'wrong',
    expects: [400],
    show: async (visitor) => {
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({
          status: 400,
          json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
        }),
      )
      await changeEmail(visitor, `new-${visitor.email}`)
      const dialog = visitor.page.getByRole('dialog')
      await dialog.getByLabel('Your current password').fill('Wrong-Pass-7')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await seeText(visitor, 'Uh oh, wrong password.')
    },
  },
  {
    name: 'email-confirmed-stale-link',
    path: confirmed,
    state: 'wrong',
    expects: [400],
    show: async (visitor) => {
      await visitor.open(`${confirmed}?mode=verifyEmail&oobCode=used-before`)
      await seeText(visitor, 'This link has expired or has already been used')
    },
  },
])

const atPayment = async (visitor: Visitor) => {
  await visitor.open(payment)
  await visitor.page.waitForSelector('main iframe[src*="elements"]')
  await visitor.page.locator('main [aria-busy]').waitFor({ state: 'hidden' })
}

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
      await seeText(visitor, 'Nothing was charged. Or pay by card')
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

/** The plan as without a trial, paid a moment ago. */
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
  ...planScenes,
  ...accountScenes,
  {
    name: 'create-account-taken',
    group,
    path: account,
    state: 'wrong',
    reached: 'create-account',
    expects: [400],
    show: async (visitor) => {
      await visitor.context.route('**/accounts:signUp*', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: 'EMAIL_EXISTS' } } }),
      )
      await fillAccount(visitor)
      await visitor.press('Create account')
      await seeText(visitor, /Seems like this email is already in use/)
    },
  },
  ...verifyScenes,
  {
    name: 'email-confirmed',
    group,
    path: confirmed,
    state: 'done',
    person: 'confirmed',
    show: async (visitor) => {
      await visitor.open(confirmed)
      await seeText(visitor, 'Your email is confirmed')
    },
  },
  {
    name: 'email-confirmed-without-link',
    group,
    path: confirmed,
    state: 'done',
    show: async (visitor) => {
      await visitor.open(confirmed)
      await seeText(visitor, 'Is your email confirmed?')
    },
  },
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
      await seeText(visitor, 'Making your link')
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
      await seeText(visitor, 'This link has expired.')
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
      await seeText(visitor, 'We can’t make your link right now')
    },
  },
]
