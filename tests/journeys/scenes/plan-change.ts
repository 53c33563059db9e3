import { accountFormPath } from '#core/model/account-address.ts'
import {
  active,
  answer,
  group,
  inDays,
  open,
  path,
  standing,
  subscriptions,
  withSubscription,
} from './at-account.ts'
import { hold, scenesOf, seeText, sorry } from './scene.ts'
import type { Scene } from './scene.ts'
import type { ProductUrls } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })

const annual = { ...active, productId: 'annual', price: usd(8999), currentPeriodEnd: inDays(97) }
const monthly = { ...active, productId: 'monthly', price: usd(1299), currentPeriodEnd: inDays(17) }
const today = new Date().toISOString()
const toAnnual = {
  id: 'preview_annual',
  productId: 'annual',
  effective: 'now',
  dueToday: usd(8263),
  lines: [
    { kind: 'plan', amount: usd(8999), period: { start: today, end: inDays(365) } },
    { kind: 'unused', amount: usd(-736), period: { start: today, end: inDays(17) } },
  ],
  nextCharge: { date: inDays(365), amount: usd(8999) },
  endingPromotion: null,
}
const toMonthly = {
  id: 'preview_monthly',
  productId: 'monthly',
  effective: 'period_end',
  dueToday: usd(0),
  lines: [],
  nextCharge: { date: inDays(97), amount: usd(1299) },
  endingPromotion: null,
}

/** Opens the form for another plan, which shows what it costs. */
const askForPlan = async (
  visitor: Visitor,
  urls: ProductUrls,
  from: object,
  preview: object,
): Promise<void> => {
  await withSubscription(visitor, from)
  await answer(visitor, urls, `${subscriptions}/change_preview`, { data: preview })
  await open(visitor)
  await visitor.press('Change plan')
  await seeText(visitor, /^(?:You pay for a year|Annual until)/)
}

const changeAnswers = `${subscriptions}/change`
const order = 'Pay $82.63 and change'

export const planChangeScenes: readonly Scene[] = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-change',
    path,
    state: 'ready',
    show: (visitor, urls) => askForPlan(visitor, urls, monthly, toAnnual),
  },
  {
    name: 'account-change-cheaper',
    path,
    state: 'ready',
    show: (visitor, urls) => askForPlan(visitor, urls, annual, toMonthly),
  },
  // Opened by its URL, with the admin API's own amounts.
  {
    name: 'account-change-trial',
    path,
    state: 'ready',
    show: async (visitor) => {
      await visitor.open(accountFormPath('plan'))
      await seeText(visitor, /^Your free trial continues until/)
    },
  },
  {
    name: 'account-change-loading',
    path,
    state: 'loading',
    show: async (visitor) => {
      await withSubscription(visitor, monthly)
      await hold(visitor, `${subscriptions}/change_preview`)
      await open(visitor)
      await visitor.press('Change plan')
      await visitor.page.locator('main form [aria-busy]').waitFor()
    },
  },
  {
    name: 'account-change-unavailable',
    path,
    state: 'error',
    show: async (visitor, { adminApi }) => {
      await withSubscription(visitor, monthly)
      await open(visitor)
      await visitor.cutOff(`${adminApi}/api/v1/iap_subscriptions`)
      await visitor.press('Change plan')
      await seeText(visitor, /^We can’t work out the amount right now/)
    },
  },
  {
    name: 'account-change-wrong',
    path,
    state: 'wrong',
    expects: [402],
    show: async (visitor, urls) => {
      await askForPlan(visitor, urls, monthly, toAnnual)
      const problem = {
        type: 'about:blank',
        title: 'The payment was declined.',
        status: 402,
        detail: 'Your card was declined.',
        code: 'payment/declined',
        declineCode: 'generic_decline',
      }
      await answer(visitor, urls, changeAnswers, problem, 402)
      await visitor.press(order)
      await seeText(visitor, 'Your card was declined.')
    },
  },
  {
    name: 'account-change-stale',
    path,
    state: 'wrong',
    expects: [409],
    show: async (visitor, urls) => {
      await askForPlan(visitor, urls, monthly, toAnnual)
      const problem = {
        type: 'about:blank',
        title: 'The preview is stale.',
        status: 409,
        detail: 'It would do something else now.',
        code: 'subscription/preview-stale',
      }
      await answer(visitor, urls, changeAnswers, problem, 409)
      const [plan, unused] = toAnnual.lines
      const lines = [
        plan,
        { ...unused, amount: usd(-693), period: { start: today, end: inDays(16) } },
      ]
      const preview = { ...toAnnual, dueToday: usd(8306), lines }
      await answer(visitor, urls, `${subscriptions}/change_preview`, { data: preview })
      await visitor.press(order)
      await seeText(visitor, 'The amount has changed.')
    },
  },
  {
    name: 'account-change-busy',
    path,
    state: 'busy',
    show: async (visitor, urls) => {
      await askForPlan(visitor, urls, monthly, toAnnual)
      await hold(visitor, changeAnswers)
      await visitor.press(order)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-change-error',
    path,
    state: 'error',
    show: async (visitor, urls) => {
      await askForPlan(visitor, urls, monthly, toAnnual)
      await visitor.cutOff(`${urls.adminApi}/api/v1/iap_subscriptions`)
      await visitor.press(order)
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'account-change-done',
    path,
    state: 'done',
    show: async (visitor, urls) => {
      await askForPlan(visitor, urls, monthly, toAnnual)
      const changed = { ...annual, currentPeriodEnd: inDays(365) }
      await withSubscription(visitor, changed)
      const withChange = (own: object) => ({ data: { ...own, ...changed } })
      await answer(visitor, urls, changeAnswers, withChange)
      await visitor.press(order)
      await seeText(visitor, /^Done\. You’re on Annual now/)
    },
  },
  {
    name: 'account-change-pending',
    path,
    state: 'ready',
    show: standing(
      { ...annual, pendingChange: { productId: 'monthly', date: inDays(97) } },
      /^Changes to Monthly on/,
    ),
  },
])
