import type { Price } from '../objects/catalog.ts'
import type { Subscription, SubscriptionItem } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'
import type { LineInput } from './invoice-drafts.ts'

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)

const productName = (sandbox: Sandbox, price: Price): string =>
  sandbox.state.products[price.product]?.name ?? price.product

const every = ({ recurring }: Price): string => {
  if (!recurring) return ''
  const { interval, interval_count: count } = recurring
  return count === 1 ? ` / ${interval}` : ` / every ${count} ${interval}s`
}

export const periodLine = (
  sandbox: Sandbox,
  item: SubscriptionItem,
  period: { start: number; end: number },
): LineInput => ({
  amount: item.price.unit_amount * item.quantity,
  description:
    `${item.quantity} × ${productName(sandbox, item.price)} ` +
    `(at ${money(item.price.unit_amount, item.price.currency)}${every(item.price)})`,
  item: item.id,
  price: item.price.id,
  product: item.price.product,
  quantity: item.quantity,
  unitAmount: item.price.unit_amount,
  proration: false,
  period,
})

export const trialLine = (
  sandbox: Sandbox,
  item: SubscriptionItem,
  period: { start: number; end: number },
): LineInput => ({
  ...periodLine(sandbox, item, period),
  amount: 0,
  description: `Trial period for ${productName(sandbox, item.price)}`,
  unitAmount: 0,
})

/** Removes and returns the pending prorations of a subscription, so that each is billed once. */
export const takePendingLines = (subscription: Subscription): LineInput[] => {
  const lines = subscription._pending_lines.map((line) => ({
    ...line,
    quantity: 1,
    unitAmount: line.amount,
    proration: true,
  }))
  subscription._pending_lines = []
  return lines
}
