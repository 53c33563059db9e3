import { emailConfirmedPath, stepPath } from '#core/model/journeys.ts'
import type { StepId } from '#core/model/routes.ts'
import { longResult } from '../support/a-state.ts'
import { running, withSubscription } from './at-account.ts'
import { checkCode, hold, openWithoutScripts, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

export const group = 'Sign-up: account and plan'
export const step = (id: StepId) => stepPath('sign-up', id)
const plan = step('choose-subscription-plan')
const account = step('create-account')
const verify = step('verify-email')
const confirmed = emailConfirmedPath('sign-up')

const atPlans = async ({ open, page }: Visitor) => {
  await open(plan)
  await page.getByRole('button', { name: 'Choose Annual' }).waitFor()
}

/** Waits for the button, because the first mail may have just been sent. */
const sendAgain = async ({ page, press }: Visitor): Promise<void> => {
  const again = 'Send the email again'
  await page.getByRole('button', { name: again }).waitFor({ timeout: 60_000 })
  await press(again)
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
    name: 'plan-long',
    path: plan,
    state: 'ready',
    answers: longResult,
    show: async (visitor) => {
      await atPlans(visitor)
      await seeText(visitor, /Spend, Save and Borrow are lowest/)
    },
  },
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
      await checkCode(visitor)
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

/** Asks for another address; the provider wants a newer sign-in first. Returns the dialog. */
const askedForPassword = async (visitor: Visitor) => {
  await visitor.context.route('**/accounts:sendOobCode*', (route) =>
    route.fulfill({
      status: 400,
      json: { error: { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } },
    }),
  )
  await changeEmail(visitor, `new-${visitor.email}`)
  const dialog = visitor.page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
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
      await sendAgain(visitor)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'verify-email-sent',
    path: verify,
    state: 'done',
    show: async (visitor) => {
      await visitor.open(verify)
      await sendAgain(visitor)
      await seeText(visitor, /^Send again in \d+ s$/)
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
      // One line longer, so that the following text wraps differently.
      const address = `another-address-of-mine-${visitor.email}`
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({ json: { email: visitor.email } }),
      )
      await changeEmail(visitor, address)
      await seeText(visitor, address)
    },
  },
  {
    name: 'verify-email-mailbox',
    path: verify,
    state: 'done',
    show: async (visitor) => {
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({ json: { email: visitor.email } }),
      )
      await changeEmail(visitor, 'ada.lovelace@gmail.com')
      await seeText(visitor, 'Open Gmail')
    },
  },
  {
    name: 'reauthenticate',
    path: verify,
    state: 'empty',
    expects: [400],
    show: async (visitor) => {
      await askedForPassword(visitor)
    },
  },
  {
    name: 'reauthenticate-wrong',
    path: verify,
    state: 'wrong',
    expects: [400],
    show: async (visitor) => {
      const dialog = await askedForPassword(visitor)
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

export const signingUpScenes: readonly Scene[] = [
  ...planScenes,
  {
    name: 'plan-trial-spent',
    group,
    path: plan,
    state: 'ready',
    person: 'complete',
    show: async (visitor) => {
      await withSubscription(visitor, { ...running, status: 'canceled' })
      await atPlans(visitor)
    },
  },
  ...accountScenes,
  {
    name: 'create-account-signed-out',
    group,
    path: account,
    state: 'empty',
    reached: 'signed-out',
    show: async (visitor) => {
      await visitor.open(account)
      await seeText(visitor, 'You’ve already used an account in this browser')
    },
  },
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
      await seeText(visitor, 'Sign in to continue')
    },
  },
]
