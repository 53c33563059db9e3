import { routes } from '#core/model/routes.ts'
import { hold, openWithoutCode, openWithoutScripts, required, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

const group = 'Signing in'

const fill = async ({ open, page }: Visitor) => {
  await open(routes.signIn)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Sailing-42')
}
const submit = ({ page }: Visitor) =>
  page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()

const refuse = ({ context }: Visitor, message: string) =>
  context.route('**/accounts:signInWithPassword*', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
  )

export const accessScenes: readonly Scene[] = [
  {
    name: 'sign-in',
    group,
    path: routes.signIn,
    state: 'empty',
    show: async (visitor) => {
      await visitor.open(routes.signIn)
      await visitor.page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'sign-in-loading',
    group,
    path: routes.signIn,
    state: 'loading',
    show: (visitor) => openWithoutScripts(visitor, routes.signIn),
  },
  {
    name: 'sign-in-not-loaded',
    group,
    path: routes.signIn,
    state: 'error',
    expects: [503],
    show: (visitor) => openWithoutCode(visitor, routes.signIn),
  },
  {
    name: 'sign-in-missing',
    group,
    path: routes.signIn,
    state: 'wrong',
    show: async (visitor) => {
      await visitor.open(routes.signIn)
      await submit(visitor)
      await seeText(visitor, required)
    },
  },
  {
    name: 'sign-in-wrong-password',
    group,
    path: routes.signIn,
    state: 'wrong',
    expects: [400],
    show: async (visitor) => {
      await refuse(visitor, 'INVALID_PASSWORD')
      await fill(visitor)
      await submit(visitor)
      await seeText(visitor, /Wrong password/)
    },
  },
  {
    name: 'sign-in-unknown',
    group,
    path: routes.signIn,
    state: 'wrong',
    expects: [400],
    show: async (visitor) => {
      await refuse(visitor, 'EMAIL_NOT_FOUND')
      await fill(visitor)
      await submit(visitor)
      await seeText(visitor, /can’t find an account|can't find an account/)
    },
  },
  {
    name: 'sign-in-busy',
    group,
    path: routes.signIn,
    state: 'busy',
    show: async (visitor) => {
      await hold(visitor, '**/accounts:signInWithPassword*')
      await fill(visitor)
      await submit(visitor)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'sign-in-error',
    group,
    path: routes.signIn,
    state: 'error',
    show: async (visitor, { authEmulator }) => {
      await visitor.cutOff(authEmulator)
      await fill(visitor)
      await submit(visitor)
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'account-recovery',
    group,
    path: routes.accountRecovery,
    state: 'empty',
    show: async (visitor) => {
      await visitor.open(routes.accountRecovery)
      await visitor.page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'account-recovery-wrong',
    group,
    path: routes.accountRecovery,
    state: 'wrong',
    show: async (visitor) => {
      await visitor.open(routes.accountRecovery)
      await visitor.page.getByLabel('Email').fill('ada@nowhere')
      await visitor.press('Send the link')
      await seeText(visitor, /Please provide a valid email/)
    },
  },
  {
    name: 'account-recovery-busy',
    group,
    path: routes.accountRecovery,
    state: 'busy',
    show: async (visitor) => {
      await hold(visitor, '**/accounts:sendOobCode*')
      await visitor.open(routes.accountRecovery)
      await visitor.page.getByLabel('Email').fill('ada@example.com')
      await visitor.press('Send the link')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-recovery-error',
    group,
    path: routes.accountRecovery,
    state: 'error',
    show: async (visitor, { authEmulator }) => {
      await visitor.cutOff(authEmulator)
      await visitor.open(routes.accountRecovery)
      await visitor.page.getByLabel('Email').fill('ada@example.com')
      await visitor.press('Send the link')
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'account-recovery-done',
    group,
    path: routes.accountRecovery,
    state: 'done',
    show: async (visitor) => {
      await visitor.open(routes.accountRecovery)
      await visitor.page.getByLabel('Email').fill('ada@example.com')
      await visitor.press('Send the link')
      await seeText(visitor, 'Check your email')
    },
  },
]
