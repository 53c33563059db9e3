import {
  active,
  answer,
  group,
  inDays,
  open,
  path,
  subscriptions,
  withSubscription,
} from './at-account.ts'
import { scenesOf, seeText } from './scene.ts'
import type { Scene } from './scene.ts'

const usd = (amount: number) => ({ amount, currency: 'usd' })
const at = 'https://invoices.example.com'

const receipt = (number: number, days: number, changes: object = {}) => ({
  id: `in_${number}`,
  number: `EVENKEEL-000${number}`,
  createdAt: inDays(days),
  status: 'paid',
  total: usd(8999),
  tax: usd(1437),
  card: { brand: 'Mastercard', last4: '4444' },
  refunded: null,
  url: `${at}/${number}`,
  pdfUrl: `${at}/${number}.pdf`,
  ...changes,
})

/** A renewal, a charge to another card, a charge that was partly refunded, and the trial. */
const receipts = [
  receipt(4, -4),
  receipt(3, -369, { card: { brand: 'American Express', last4: '0005' } }),
  receipt(2, -390, { total: usd(1299), tax: usd(207), refunded: usd(500) }),
  receipt(1, -404, { total: usd(0), tax: null, card: null }),
]

export const receiptScenes: readonly Scene[] = scenesOf({ group, person: 'complete' }, [
  {
    name: 'account-receipts',
    path,
    state: 'ready',
    show: async (visitor, urls) => {
      await withSubscription(visitor, active)
      await answer(visitor, urls, `${subscriptions}/invoices`, { data: receipts })
      await open(visitor)
      await seeText(visitor, 'Mastercard ending 4444')
    },
  },
])
