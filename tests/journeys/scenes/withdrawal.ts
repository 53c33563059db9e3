import { accountFormPath } from '#core/model/account-address.ts'
import { sentBackWords } from '#web/content/words/withdrawal-words.ts'
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

const paid = {
  ...active,
  productId: 'annual',
  price: usd(8999),
  currentPeriodEnd: inDays(361),
  withdrawableUntil: inDays(10),
}
const ended = { ...paid, status: 'canceled' }
const withdrawn = { ...ended, withdrawableUntil: null }

const invoice = {
  id: 'in_paid',
  number: 'EVENKEEL-0002',
  createdAt: inDays(-4),
  status: 'paid',
  total: usd(8999),
  tax: null,
  card: { brand: 'Visa', last4: '4242' },
  refunded: null,
  url: null,
  pdfUrl: null,
}

/** Fakes the account of someone who has paid, or has been refunded. */
const withPlan = async (
  visitor: Visitor,
  urls: ProductUrls,
  subscription: object,
  refunded: object | null = null,
): Promise<void> => {
  await withSubscription(visitor, subscription)
  await answer(visitor, urls, `${subscriptions}/invoices`, { data: [{ ...invoice, refunded }] })
}

const link = 'Get my money back'
const refund = 'Refund $89.99 and end my plan'

const atFirstStep = async (visitor: Visitor, urls: ProductUrls, plan: object = paid) => {
  await withPlan(visitor, urls, plan)
  await open(visitor)
  await visitor.page.getByRole('link', { name: link }).click()
  await seeText(visitor, 'Step 1 of 2')
}

const atPaidBack = async (visitor: Visitor, urls: ProductUrls) => {
  await withPlan(visitor, urls, { ...paid, withdrawableUntil: null }, usd(8999))
  await open(visitor)
}

const atSecondStep = async (visitor: Visitor, urls: ProductUrls, plan: object = paid) => {
  await atFirstStep(visitor, urls, plan)
  await visitor.press('Continue')
  await seeText(visitor, 'Step 2 of 2')
}

const withdrawal = `${subscriptions}/withdraw`

const refuse = (
  visitor: Visitor,
  urls: ProductUrls,
  { status, code }: { readonly status: number; readonly code: string },
) => {
  const problem = { type: 'about:blank', title: 'It was not done.', status, detail: '', code }
  return answer(visitor, urls, withdrawal, problem, status)
}

export const withdrawalScenes: readonly Scene[] = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-withdrawal-offer',
    path,
    state: 'ready',
    show: async (visitor, urls) => {
      await withPlan(visitor, urls, paid)
      await standing(paid, /^Renews on/)(visitor)
      await visitor.page.getByRole('link', { name: link }).waitFor()
    },
  },
  {
    name: 'account-withdrawal',
    path,
    state: 'ready',
    show: async (visitor, urls) => {
      await withPlan(visitor, urls, paid)
      await visitor.open(accountFormPath('withdrawal'))
      await seeText(visitor, 'Step 1 of 2')
    },
  },
  { name: 'account-withdrawal-confirm', path, state: 'ready', show: atSecondStep },
  {
    name: 'account-withdrawal-ended',
    path,
    state: 'ready',
    show: (visitor, urls) => atSecondStep(visitor, urls, ended),
  },
  {
    name: 'account-withdrawal-busy',
    path,
    state: 'busy',
    show: async (visitor, urls) => {
      await atSecondStep(visitor, urls)
      await hold(visitor, withdrawal)
      await visitor.press(refund)
      await visitor.page.locator('[data-busy]').waitFor()
    },
  },
  {
    name: 'account-withdrawal-password',
    path,
    state: 'ready',
    expects: [403],
    show: async (visitor, urls) => {
      await atSecondStep(visitor, urls)
      await refuse(visitor, urls, { status: 403, code: 'auth/requires-recent-login' })
      await visitor.press(refund)
      await visitor.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-withdrawal-nothing-left',
    path,
    state: 'wrong',
    expects: [409],
    show: async (visitor, urls) => {
      await atSecondStep(visitor, urls)
      await refuse(visitor, urls, { status: 409, code: 'subscription/withdrawal-over' })
      await withSubscription(visitor, { ...paid, withdrawableUntil: null })
      await visitor.press(refund)
      await seeText(visitor, /^Nothing was refunded just now: there’s nothing left/)
    },
  },
  {
    name: 'account-withdrawal-error',
    path,
    state: 'error',
    show: async (visitor, urls) => {
      await atSecondStep(visitor, urls)
      await visitor.cutOff(`${urls.adminApi}/api/v1/iap_subscriptions`)
      await visitor.press(refund)
      await seeText(visitor, sorry)
    },
  },
  {
    name: 'account-withdrawal-done',
    path,
    state: 'done',
    show: async (visitor, urls) => {
      await atSecondStep(visitor, urls)
      await withPlan(visitor, urls, withdrawn, usd(8999))
      await answer(visitor, urls, withdrawal, (own) => ({
        data: { subscription: { ...own, ...withdrawn }, refunded: usd(8999) },
      }))
      await visitor.press(refund)
      await seeText(visitor, /^\$89\.99 is on its way back/)
      await seeText(visitor, 'Refunded')
    },
  },
  {
    name: 'account-withdrawal-later',
    path,
    state: 'done',
    show: async (visitor, urls) => {
      await withPlan(visitor, urls, withdrawn, usd(8999))
      await open(visitor)
      await seeText(visitor, sentBackWords(usd(8999)))
    },
  },
  {
    name: 'account-paid-back',
    path,
    state: 'wrong',
    show: async (visitor, urls) => {
      await atPaidBack(visitor, urls)
      await seeText(visitor, 'You can’t use the app')
    },
  },
  {
    name: 'account-delete-paid',
    path,
    state: 'ready',
    show: async (visitor, urls) => {
      await withPlan(visitor, urls, paid)
      await open(visitor)
      await visitor.press('Delete my account')
      await seeText(visitor, /If you delete your account, you give that up\.$/)
    },
  },
  {
    name: 'account-paid-back-cancel',
    path,
    state: 'ready',
    show: async (visitor, urls) => {
      await atPaidBack(visitor, urls)
      await visitor.press('Cancel the plan')
      await seeText(visitor, /^It ends on/)
    },
  },
])
