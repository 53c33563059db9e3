import { accountFormPath } from '#core/model/account-address.ts'
import { stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import { hold, openWithoutScripts, required, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import { cardFrameOf } from '../support/hands.ts'
import type { ProductUrls } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'

export const group = 'Account'
export const path = routes.account
const api = '**/api/v1'

export const open = async (visitor: Visitor) => {
  await visitor.open(path)
  await visitor.page.getByRole('button', { name: 'Sign out' }).waitFor()
  await visitor.page.locator('main [aria-busy]').first().waitFor({ state: 'detached' })
}

/** Overrides parts of the subscription in the admin API's profile; null for no subscription. */
export const withSubscription = async (
  { context }: Visitor,
  changes: object | null,
): Promise<void> => {
  await context.route(`${api}/me`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() !== 'GET') return route.fulfill({ response })
    const { data } = (await response.json()) as { data: { subscription: object } }
    const subscription = changes && { ...data.subscription, ...changes }
    return route.fulfill({ response, json: { data: { ...data, subscription } } })
  })
}

export const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()

/** A card by the month of its end, counted from this one. */
const aCard = (monthsLeft: number) => {
  const end = new Date()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + monthsLeft)
  return {
    brand: 'Visa',
    last4: '4242',
    expMonth: end.getUTCMonth() + 1,
    expYear: end.getUTCFullYear(),
  }
}

const running = {
  paymentMethod: aCard(49),
  openInvoice: null,
  graceEndsAt: null,
  pendingChange: null,
}
export const active = {
  ...running,
  status: 'active',
  trialEnd: null,
  currentPeriodEnd: inDays(340),
}
const openInvoice = {
  amount: { amount: 8999, currency: 'usd' },
  attemptedAt: inDays(-1),
  nextAttemptAt: inDays(2),
}
const late = { ...active, status: 'past_due', openInvoice, graceEndsAt: inDays(6) }
const onHold = {
  ...late,
  status: 'unpaid',
  openInvoice: { ...openInvoice, nextAttemptAt: null },
  graceEndsAt: null,
}

/** The invoices as the admin API has them, and one that was not paid. */
const withOpenInvoice = async ({ context }: Visitor): Promise<void> => {
  await context.route(`${api}/**/invoices`, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object[] }
    const open = {
      ...data[0],
      id: 'in_open',
      status: 'open',
      total: { amount: 8999, currency: 'usd' },
    }
    return route.fulfill({ response, json: { data: [open, ...data] } })
  })
}

export const standing =
  (changes: object | null, says: string | RegExp) => async (visitor: Visitor) => {
    await withSubscription(visitor, changes)
    await open(visitor)
    await seeText(visitor, says)
  }

const askToCancel = async (visitor: Visitor) => {
  await open(visitor)
  await visitor.press('Cancel the plan')
  await visitor.page.getByRole('dialog').waitFor()
}
const cancel = ({ page }: Visitor) =>
  page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()

const planScenes = scenesOf({ group, person: 'complete' }, [
  { name: 'account', path, state: 'ready', show: open },
  {
    name: 'account-results',
    path,
    state: 'ready',
    show: async (visitor) => {
      await open(visitor)
      const results = visitor.page
        .getByRole('region', { name: 'Your results', exact: true })
        .locator('li > details > summary')
      await results.first().waitFor()
      for (const each of await results.all()) await each.click()
      await seeText(visitor, 'Which answers made these scores')
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
      await seeText(visitor, 'Your data is safe.')
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
  {
    name: 'account-cancelled',
    path,
    state: 'done',
    show: standing({ cancelAtPeriodEnd: true }, /^Yours until/),
  },
  {
    name: 'account-payment-due',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await withOpenInvoice(visitor)
      await standing(late, /^Access until/)(visitor)
    },
  },
  {
    name: 'account-on-hold',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await withOpenInvoice(visitor)
      await standing(onHold, 'Waiting for $89.99')(visitor)
    },
  },
  { name: 'account-active', path, state: 'ready', show: standing(active, /^Renews on/) },
  {
    name: 'account-paused',
    path,
    state: 'ready',
    show: standing({ ...running, status: 'paused' }, 'Your plan is paused'),
  },
  {
    name: 'account-ended',
    path,
    state: 'ready',
    show: standing({ ...running, status: 'canceled' }, 'Your plan has ended'),
  },
  { name: 'account-no-plan', path, state: 'empty', show: standing(null, 'You have no plan yet') },
  { name: 'account-cancel', path, state: 'ready', show: askToCancel },
  {
    name: 'account-cancel-busy',
    path,
    state: 'busy',
    show: async (visitor) => {
      await askToCancel(visitor)
      await hold(visitor, `${api}/iap_subscriptions/stripe/subscriptions/**`)
      await cancel(visitor)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  // Answered in the browser: others are to meet the same person.
  {
    name: 'account-cancel-done',
    path,
    state: 'done',
    show: async (visitor, { adminApi }) => {
      await askToCancel(visitor)
      await visitor.context.route(
        `${api}/iap_subscriptions/stripe/subscriptions/*`,
        async (route) => {
          if (route.request().method() !== 'DELETE') return route.continue()
          const response = await route.fetch({ method: 'GET', url: `${adminApi}/api/v1/me` })
          const { data } = (await response.json()) as { data: { subscription: object } }
          return route.fulfill({
            response,
            json: { data: { ...data.subscription, cancelAtPeriodEnd: true } },
          })
        },
      )
      await cancel(visitor)
      await seeText(visitor, /^Yours until/)
    },
  },
  {
    name: 'account-cancel-error',
    path,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await askToCancel(visitor)
      await visitor.cutOff(`${adminApi}/api/v1/iap_subscriptions`)
      await cancel(visitor)
      await seeText(visitor, sorry)
    },
  },
])

export const subscriptions = `${api}/iap_subscriptions/stripe/subscriptions/*`

/**
 * Answers the requests in the browser, with the headers of the admin API: others are to meet the
 * same person.
 */
export const answer = async (
  { context }: Visitor,
  { adminApi }: ProductUrls,
  address: string,
  json: object | ((own: object) => object),
  status = 200,
): Promise<void> => {
  await context.route(address, async (route) => {
    const me = `${adminApi}/api/v1/me`
    const response = await route.fetch({ method: 'GET', url: me, postData: '' })
    const { data } = (await response.json()) as { data: { subscription: object } }
    const answered = typeof json === 'function' ? json(data.subscription) : json
    return route.fulfill({ response, status, json: answered })
  })
}

/** The form for another card, with the provider's fields ready. */
const askForCard = async (visitor: Visitor, changes: object) => {
  await withSubscription(visitor, changes)
  await open(visitor)
  await visitor.press('Use another card')
  await seeCardFields(visitor)
}
const seeCardFields = async ({ page }: Visitor) => {
  await (await cardFrameOf(page)).getByLabel('Card number').waitFor()
  await page.locator('main form [aria-busy]').waitFor({ state: 'detached' })
}

const cardScenes = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-card-ends',
    path,
    state: 'ready',
    show: standing({ ...active, paymentMethod: aCard(1) }, 'Expires next month'),
  },
  {
    name: 'account-card-expired',
    path,
    state: 'ready',
    show: standing({ ...active, paymentMethod: aCard(-1) }, 'Has expired'),
  },
  {
    name: 'account-card-new',
    path,
    state: 'ready',
    show: (visitor) => askForCard(visitor, active),
  },
  {
    name: 'account-card-pay',
    path,
    state: 'ready',
    show: async (visitor) => {
      await withSubscription(visitor, late)
      await visitor.open(accountFormPath('card'))
      await seeCardFields(visitor)
      await seeText(visitor, /^Access until/)
    },
  },
  {
    name: 'account-card-wrong',
    path,
    state: 'wrong',
    expects: [402],
    show: async (visitor) => {
      await askForCard(visitor, late)
      await visitor.fillCard('4000 0000 0000 0002')
      await visitor.press('Pay $89.99 with this card')
      await seeText(visitor, 'Your card was declined.')
    },
  },
  {
    name: 'account-card-busy',
    path,
    state: 'busy',
    show: async (visitor) => {
      await askForCard(visitor, late)
      await hold(visitor, `${subscriptions}/payment_method`)
      await visitor.fillCard()
      await visitor.press('Pay $89.99 with this card')
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-card-error',
    path,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await askForCard(visitor, late)
      await visitor.fillCard()
      await visitor.cutOff(`${adminApi}/api/v1/iap_subscriptions`)
      await visitor.press('Pay $89.99 with this card')
      await seeText(visitor, sorry)
    },
  },
  // Answered in the browser: others are to meet the same person.
  {
    name: 'account-card-done',
    path,
    state: 'done',
    show: async (visitor, { adminApi }) => {
      await askForCard(visitor, late)
      await visitor.context.route(`${subscriptions}/payment_method`, async (route) => {
        const response = await route.fetch({
          method: 'GET',
          url: `${adminApi}/api/v1/me`,
          postData: '',
        })
        const { data } = (await response.json()) as { data: { subscription: object } }
        const paymentMethod = { ...aCard(97), brand: 'Mastercard', last4: '4444' }
        return route.fulfill({
          response,
          json: { data: { ...data.subscription, ...active, paymentMethod } },
        })
      })
      await visitor.fillCard('5555 5555 5555 4444')
      await visitor.press('Pay $89.99 with this card')
      await seeText(visitor, /^Paid\. Thank you/)
    },
  },
])

const seeNotice = ({ page }: Visitor) => page.getByRole('region', { name: 'Payment' }).waitFor()

const noticeScenes = scenesOf({ group, person: 'complete' }, [
  {
    name: 'payment-notice-first',
    path: routes.howItWorks,
    state: 'wrong',
    show: async (visitor) => {
      await withSubscription(visitor, late)
      await visitor.open(routes.howItWorks)
      await seeNotice(visitor)
    },
  },
  {
    name: 'payment-notice',
    path: routes.howItWorks,
    state: 'wrong',
    show: async (visitor) => {
      await withSubscription(visitor, late)
      await visitor.open(routes.home)
      await seeNotice(visitor)
      await visitor.open(routes.howItWorks)
      await seeNotice(visitor)
    },
  },
  {
    name: 'payment-notice-on-hold',
    path: stepPath('sign-up', 'download-app'),
    state: 'wrong',
    show: async (visitor) => {
      await withSubscription(visitor, onHold)
      await visitor.open(routes.home)
      await seeNotice(visitor)
      await visitor.open(stepPath('sign-up', 'download-app'))
      await seeNotice(visitor)
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
      await seeText(visitor, 'One click to go')
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
  // Answered in the browser: others are to meet the same person.
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
      await visitor.page.getByRole('heading', { name: 'Fair winds' }).waitFor()
    },
  },
])

export const accountScenes: readonly Scene[] = [
  ...planScenes,
  ...cardScenes,
  ...noticeScenes,
  ...detailsScenes,
  ...signInScenes,
  ...unconfirmedScenes,
  ...endScenes,
]
