import { accountFormPath } from '#core/model/account-address.ts'
import { stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import {
  aCard,
  active,
  answer,
  api,
  group,
  inDays,
  late,
  onHold,
  open,
  path,
  running,
  standing,
  subscriptions,
  withSubscription,
} from './at-account.ts'
import { hold, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import { cardFrameOf } from '../support/hands.ts'
import type { Visitor } from '../support/visitor.ts'

/** Changes the invoices in the admin API's answer. */
const withInvoices = async (
  { context }: Visitor,
  change: (own: readonly object[]) => readonly object[],
): Promise<void> => {
  await context.route(`${api}/**/invoices`, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object[] }
    return route.fulfill({ response, json: { data: change(data) } })
  })
}

/** Adds an unpaid invoice. */
const withOpenInvoice = (visitor: Visitor): Promise<void> =>
  withInvoices(visitor, (own) => {
    const total = { amount: 8999, currency: 'usd' }
    return [{ ...own[0], id: 'in_open', status: 'open', total }, ...own]
  })

const askToCancel = async (visitor: Visitor) => {
  await open(visitor)
  await visitor.press('Cancel the plan')
  await visitor.page.getByRole('dialog').waitFor()
}
const cancel = ({ page }: Visitor) =>
  page.getByRole('dialog').getByRole('button', { name: 'Cancel the plan' }).click()

const planScenes = scenesOf({ group, person: 'complete' }, [
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
    name: 'account-cancelled-due',
    path,
    state: 'wrong',
    show: async (visitor) => {
      await withOpenInvoice(visitor)
      await standing({ ...late, cancelAtPeriodEnd: true }, /^Access until/)(visitor)
    },
  },
  {
    name: 'account-plan-not-offered',
    path,
    state: 'ready',
    show: standing({ ...active, productId: 'founder_2024' }, /^Renews on/),
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
    name: 'account-cancel-uncharged',
    path,
    state: 'ready',
    show: async (visitor) => {
      await withInvoices(visitor, () => [])
      await withSubscription(visitor, { ...active, currentPeriodEnd: inDays(365) })
      await askToCancel(visitor)
      await seeText(visitor, /haven’t been charged for it yet/)
    },
  },
  {
    name: 'account-cancel-outdated',
    path,
    state: 'ready',
    show: async (visitor) => {
      await withSubscription(visitor, { ...active, currentPeriodEnd: inDays(-1) })
      await askToCancel(visitor)
      await seeText(visitor, /^We can’t check right now/)
    },
  },
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
  {
    name: 'account-cancel-done',
    path,
    state: 'done',
    show: async (visitor, urls) => {
      await askToCancel(visitor)
      await withSubscription(visitor, { cancelAtPeriodEnd: true })
      await answer(visitor, urls, subscriptions, (own) => ({
        data: { ...own, cancelAtPeriodEnd: true },
      }))
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

/** Opens the form for another card, and waits for the provider's fields. */
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
    name: 'account-card-due-changed',
    path,
    state: 'error',
    expects: [409],
    show: async (visitor) => {
      await askForCard(visitor, late)
      await visitor.fillCard()
      await visitor.context.route(`${subscriptions}/payment_method`, (route) =>
        route.fulfill({ status: 409, json: { code: 'payment/due-changed' } }),
      )
      const amount = { amount: 9655, currency: 'usd' }
      await withSubscription(visitor, { ...late, openInvoice: { ...late.openInvoice, amount } })
      await visitor.press('Pay $89.99 with this card')
      await seeText(visitor, 'The amount due has changed.')
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
  {
    name: 'account-card-done',
    path,
    state: 'done',
    show: async (visitor, urls) => {
      await askForCard(visitor, late)
      const paymentMethod = { ...aCard(97), brand: 'Mastercard', last4: '4444' }
      const paid = { ...active, paymentMethod }
      await withSubscription(visitor, paid)
      await answer(visitor, urls, `${subscriptions}/payment_method`, (own) => ({
        data: { ...own, ...paid },
      }))
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
      await seeText(visitor, 'Your plan is on hold')
    },
  },
])

export const accountPlanScenes: readonly Scene[] = [...planScenes, ...cardScenes, ...noticeScenes]
