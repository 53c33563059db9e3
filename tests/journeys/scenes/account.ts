import { api, group, open, path, withEarlierResults } from './at-account.ts'
import { hold, openWithoutScripts, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { Visitor } from '../support/visitor.ts'

const openResults = async (visitor: Visitor) => {
  await open(visitor)
  const results = visitor.page
    .getByRole('region', { name: 'Your results', exact: true })
    .locator('li > details > summary')
  await results.first().waitFor()
  for (const each of await results.all()) await each.click()
  await seeText(visitor, 'Which answers made these scores')
}

const pageScenes = scenesOf({ group, person: 'complete' }, [
  { name: 'account', path, state: 'ready', show: open },
  { name: 'account-results', path, state: 'ready', show: openResults },
  {
    name: 'account-results-retaken',
    path,
    state: 'ready',
    show: async (visitor) => {
      await withEarlierResults(visitor)
      await openResults(visitor)
      await seeText(visitor, 'Then and now')
    },
  },
  {
    name: 'account-loading',
    path,
    state: 'loading',
    show: (visitor) => openWithoutScripts(visitor, path),
  },
  {
    name: 'account-error',
    path,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await visitor.cutOff(`${adminApi}/api/v1/coaching`)
      await visitor.open(path)
      await seeText(visitor, 'Your plan and your data are safe.')
    },
  },
  {
    name: 'account-offline',
    path,
    state: 'offline',
    show: async (visitor) => {
      await open(visitor)
      await visitor.context.setOffline(true)
      await seeText(visitor, 'You’re offline.')
    },
  },
])

const edit = async (visitor: Visitor) => {
  await open(visitor)
  await visitor.press('Edit your details')
}
const save = async (visitor: Visitor) => {
  await edit(visitor)
  await visitor.press('Save')
}

const detailsScenes = scenesOf({ group, person: 'complete' }, [
  { name: 'account-details', path, state: 'ready', show: edit },
  {
    name: 'account-details-wrong',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await edit(visitor)
      await visitor.page.getByLabel('First name').fill('')
      await visitor.page.getByLabel('Year of birth').fill('2020')
      await visitor.page.getByLabel('Phone').fill('12')
      await visitor.press('Save')
      await seeText(visitor, required)
    },
  },
  {
    name: 'account-details-busy',
    path,
    state: 'busy',
    show: async (visitor) => {
      await edit(visitor)
      await hold(visitor, `${api}/me`)
      await visitor.press('Save')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-details-error',
    path,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await edit(visitor)
      await visitor.cutOff(`${adminApi}/api/v1`)
      await visitor.press('Save')
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'account-details-done',
    path,
    state: 'done',
    show: async (visitor) => {
      await save(visitor)
      await seeText(visitor, 'Your details are saved.')
    },
  },
])

const changeEmail = async (visitor: Visitor, address: string) => {
  await open(visitor)
  await visitor.press('Change email')
  await visitor.page.getByLabel('New email').fill(address)
  await visitor.press('Send the link')
}
const changePassword = async (visitor: Visitor, password: string) => {
  await open(visitor)
  await visitor.press('Change password')
  await visitor.page.getByLabel('New password').fill(password)
  await visitor.press('Change password')
}

const signInScenes = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-email-wrong',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await changeEmail(visitor, 'ada@nowhere')
      await seeText(visitor, /Please provide a valid email/)
    },
  },
  {
    name: 'account-email-sent',
    path,
    state: 'done',
    show: async (visitor) => {
      await visitor.context.route('**/accounts:sendOobCode*', (route) =>
        route.fulfill({ json: { email: visitor.email } }),
      )
      await changeEmail(visitor, `new-${visitor.email}`)
      await seeText(visitor, 'Confirm your new email')
    },
  },
  {
    name: 'account-password-wrong',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await changePassword(visitor, 'short')
      await visitor.page.locator('[data-state=unmet]').first().waitFor()
    },
  },
  {
    name: 'account-password-asked',
    path,
    state: 'ready',
    show: async (visitor) => {
      await changePassword(visitor, 'Harbour-88')
      await visitor.page.getByRole('dialog').waitFor()
    },
  },
])

const unconfirmedScenes = scenesOf({ group, person: 'unconfirmed' }, [
  { name: 'account-unconfirmed', path, state: 'empty', show: open },
])

const askToDelete = async (visitor: Visitor) => {
  await open(visitor)
  await visitor.press('Delete my account')
}

const endScenes = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-data-busy',
    path,
    state: 'busy',
    show: async (visitor) => {
      await open(visitor)
      await hold(visitor, `${api}/me/export`)
      await visitor.press('Download my data')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  { name: 'account-delete', path, state: 'ready', show: askToDelete },
  {
    name: 'account-delete-wrong',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await askToDelete(visitor)
      await visitor.press('Delete for good')
      await seeText(visitor, required)
    },
  },
  // The deletion is faked in the browser, because other scenes need the same person.
  {
    name: 'account-deleted',
    path,
    state: 'done',
    show: async (visitor) => {
      await askToDelete(visitor)
      await visitor.context.route(`${api}/me`, async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue()
        const origin = new URL(visitor.page.url()).origin
        return route.fulfill({ status: 204, headers: { 'Access-Control-Allow-Origin': origin } })
      })
      await visitor.page.getByLabel('Yes, delete my account').check()
      await visitor.press('Delete for good')
      const dialog = visitor.page.getByRole('dialog')
      await dialog.getByLabel('Your current password').fill(visitor.password)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await visitor.page.getByRole('heading', { name: 'Goodbye, and fair winds' }).waitFor()
    },
  },
])

export const accountScenes: readonly Scene[] = [
  ...pageScenes,
  ...detailsScenes,
  ...signInScenes,
  ...unconfirmedScenes,
  ...endScenes,
]
