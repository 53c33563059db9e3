import { routes } from '#core/model/routes.ts'
import { hold, openWithoutScripts, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

const group = 'Mails'
const path = routes.mailLink
const email = 'ada@example.com'
const codes = '**/accounts:resetPassword*'

/** Opens a link whose code the identity service accepts for this type of request. */
const openLink = async ({ context, open }: Visitor, mode: string, requestType: string) => {
  await context.route(codes, (route) => route.fulfill({ json: { requestType, email } }))
  await context.route('**/accounts:update*', (route) =>
    route.fulfill({ json: { localId: 'ada', email } }),
  )
  await open(`${path}?mode=${mode}&oobCode=a-code`)
}

const choosePassword = async (visitor: Visitor) => {
  await openLink(visitor, 'resetPassword', 'PASSWORD_RESET')
  await seeText(visitor, 'Choose a new password')
}

const set = async (visitor: Visitor, password: string) => {
  await visitor.page.getByLabel('New password').fill(password)
  await visitor.press('Save password')
}

const refused =
  (message: string, mode: string, words: string | RegExp) => async (visitor: Visitor) => {
    await visitor.context.route(codes, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
    )
    await visitor.open(`${path}?mode=${mode}&oobCode=a-code`)
    await seeText(visitor, words)
  }

/** Where the links in identity mails lead. */
export const mailLinkScenes: readonly Scene[] = scenesOf({ group }, [
  {
    name: 'mail-link-loading',
    path,
    state: 'loading',
    show: (visitor) => openWithoutScripts(visitor, path),
  },
  {
    name: 'mail-link-broken',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await visitor.open(path)
      await seeText(visitor, 'Part of this link is missing')
    },
  },
  {
    name: 'mail-link-used',
    path,
    state: 'wrong',
    expects: [400],
    show: refused('INVALID_OOB_CODE', 'resetPassword', 'This link no longer works'),
  },
  {
    name: 'mail-link-expired',
    path,
    state: 'wrong',
    expects: [400],
    show: refused(
      'EXPIRED_OOB_CODE',
      'verifyAndChangeEmail',
      /^Links only work.* change your email in your account again\.$/,
    ),
  },
  {
    name: 'mail-link-too-often',
    path,
    state: 'wrong',
    expects: [400],
    show: refused('TOO_MANY_ATTEMPTS_TRY_LATER', 'recoverEmail', 'Too many attempts'),
  },
  {
    name: 'mail-link-error',
    path,
    state: 'error',
    show: async (visitor, { authEmulator }) => {
      await visitor.cutOff(authEmulator)
      await visitor.open(`${path}?mode=resetPassword&oobCode=a-code`)
      await seeText(visitor, 'We can’t connect right now')
    },
  },
  { name: 'mail-link-password', path, state: 'empty', show: choosePassword },
  {
    name: 'mail-link-password-wrong',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await choosePassword(visitor)
      await set(visitor, 'short')
      await seeText(visitor, '1 digit, not met')
    },
  },
  {
    name: 'mail-link-password-busy',
    path,
    state: 'busy',
    show: async (visitor) => {
      await choosePassword(visitor)
      await visitor.context.unroute(codes)
      await hold(visitor, codes)
      await set(visitor, 'Steady-Keel-2')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'mail-link-password-error',
    path,
    state: 'error',
    show: async (visitor, { authEmulator }) => {
      await choosePassword(visitor)
      await visitor.context.unroute(codes)
      await visitor.cutOff(authEmulator)
      await set(visitor, 'Steady-Keel-2')
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'mail-link-password-done',
    path: routes.signIn,
    state: 'done',
    show: async (visitor) => {
      await choosePassword(visitor)
      await set(visitor, 'Steady-Keel-2')
      await seeText(visitor, 'Your new password is set.')
    },
  },
  {
    name: 'mail-link-recovered',
    path,
    state: 'done',
    show: async (visitor) => {
      await openLink(visitor, 'recoverEmail', 'RECOVER_EMAIL')
      await visitor.press('Undo the change')
      await seeText(visitor, 'Your old email is back')
    },
  },
])
