import { routes } from '#core/model/routes.ts'
import { PHONE_MESSAGE } from '#web/content/words/form-words.ts'
import { hold, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

const phone = '+442079460958'
/** The emulator has no reCAPTCHA configuration, and answers so for each message. */
const noRecaptcha = 501
const finalize = '**/mfaSignIn:finalize*'
const mfaInfo = [
  { mfaEnrollmentId: 'one', phoneInfo: '+44******0958', enrolledAt: '2026-11-21T12:00:00Z' },
]

/** Signs in to an account for which the (faked) identity service asks for a code. */
const atCodeStep = async (visitor: Visitor) => {
  const { context, open, page } = visitor
  await context.route('**/accounts:signInWithPassword*', (route) =>
    route.fulfill({
      json: { localId: 'ada', email: 'ada@example.com', mfaPendingCredential: 'pending', mfaInfo },
    }),
  )
  await context.route('**/mfaSignIn:start*', (route) =>
    route.fulfill({ json: { phoneResponseInfo: { sessionInfo: 'a-session' } } }),
  )
  await open(routes.signIn)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Sailing-42')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await seeText(visitor, /^Resend code in \d+ s$/)
}

const giveCode = async ({ page }: Visitor) => {
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

const codeScenes = scenesOf({ group: 'Signing in' }, [
  {
    name: 'code-step',
    path: routes.signIn,
    state: 'empty',
    expects: [noRecaptcha],
    show: atCodeStep,
  },
  {
    name: 'code-step-missing',
    path: routes.signIn,
    state: 'wrong',
    expects: [noRecaptcha],
    show: async (visitor) => {
      await atCodeStep(visitor)
      await visitor.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await seeText(visitor, required)
    },
  },
  {
    name: 'code-step-wrong',
    path: routes.signIn,
    state: 'wrong',
    expects: [noRecaptcha, 400],
    show: async (visitor) => {
      await atCodeStep(visitor)
      await visitor.context.route(finalize, (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: 'INVALID_CODE' } } }),
      )
      await giveCode(visitor)
      await seeText(visitor, /confirmation code doesn't match/)
    },
  },
  {
    name: 'code-step-busy',
    path: routes.signIn,
    state: 'busy',
    expects: [noRecaptcha],
    show: async (visitor) => {
      await atCodeStep(visitor)
      await hold(visitor, finalize)
      await giveCode(visitor)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'code-step-error',
    path: routes.signIn,
    state: 'error',
    expects: [noRecaptcha],
    show: async (visitor, { authEmulator }) => {
      await atCodeStep(visitor)
      await visitor.cutOff(authEmulator)
      await giveCode(visitor)
      await seeText(visitor, sorry)
    },
  },
])

const openAccount = async ({ open, page }: Visitor) => {
  await open(routes.account)
  await page.getByRole('button', { name: 'Add a phone' }).waitFor()
}

const givePhone = async (visitor: Visitor) => {
  await openAccount(visitor)
  await visitor.press('Add a phone')
  await visitor.page.getByLabel('Phone', { exact: true }).fill(phone)
  await visitor.press('Text me a code')
}

const atPhoneCode = async (visitor: Visitor) => {
  await givePhone(visitor)
  await visitor.page.getByLabel('Code', { exact: true }).waitFor()
}

const phoneScenes = scenesOf({ group: 'Account', person: 'complete' }, [
  {
    name: 'account-phone-wrong',
    path: routes.account,
    state: 'wrong',
    show: async (visitor) => {
      await openAccount(visitor)
      await visitor.press('Add a phone')
      await visitor.page.getByLabel('Phone', { exact: true }).fill('0958')
      await visitor.press('Text me a code')
      await seeText(visitor, PHONE_MESSAGE)
    },
  },
  {
    name: 'account-phone-busy',
    path: routes.account,
    state: 'busy',
    expects: [noRecaptcha],
    show: async (visitor) => {
      await hold(visitor, '**/mfaEnrollment:start*')
      await givePhone(visitor)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-phone-code',
    path: routes.account,
    state: 'empty',
    expects: [noRecaptcha],
    show: atPhoneCode,
  },
  {
    name: 'account-phone-code-wrong',
    path: routes.account,
    state: 'wrong',
    expects: [noRecaptcha, 400],
    show: async (visitor) => {
      await atPhoneCode(visitor)
      await visitor.page.getByLabel('Code', { exact: true }).fill('000000')
      await visitor.press('Add this phone')
      await seeText(visitor, /confirmation code doesn't match/)
    },
  },
  {
    name: 'account-phone-added',
    path: routes.account,
    state: 'done',
    show: async (visitor) => {
      await visitor.context.route('**/accounts:lookup*', async (route) => {
        const response = await route.fetch()
        const { users } = (await response.json()) as { users: object[] }
        return route.fulfill({
          response,
          json: { users: users.map((user) => ({ ...user, mfaInfo })) },
        })
      })
      await visitor.open(routes.account)
      await visitor.page.getByRole('button', { name: 'Remove this phone' }).waitFor()
    },
  },
])

/** The code by text message, at sign-in and in the account. */
export const secondFactorScenes: readonly Scene[] = [...codeScenes, ...phoneScenes]
