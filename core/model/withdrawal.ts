import type { Invoice } from './invoice.ts'
import type { Money } from './money.ts'
import type { Subscription } from './subscription.ts'

type Bill = Pick<Invoice, 'status' | 'total' | 'refunded'>

const sum = (amounts: readonly Money[]): Money | null => {
  const [first] = amounts
  const amount = amounts.reduce((total, each) => total + each.amount, 0)
  return first === undefined || amount <= 0 ? null : { ...first, amount }
}

/** The total refunded on the invoices; null when nothing was. */
export const refundedOf = (invoices: readonly Bill[]): Money | null =>
  sum(invoices.flatMap(({ refunded }) => refunded ?? []))

/** What a withdrawal would refund on the invoices; null when nothing is left to refund. */
export const refundableOf = (invoices: readonly Bill[]): Money | null =>
  sum(
    invoices
      .filter(({ status }) => status === 'paid')
      .map(({ total, refunded }) => ({ ...total, amount: total.amount - (refunded?.amount ?? 0) })),
  )

/** Whether the newest paid invoice, the first of them, was refunded in full, which ends access. */
export const isPaidBack = (invoices: readonly Bill[]): boolean => {
  const newest = invoices.find(({ status, total }) => status === 'paid' && total.amount > 0)
  return newest !== undefined && (newest.refunded?.amount ?? 0) >= newest.total.amount
}

/** Whether the subscriber can still withdraw; `now` is the server's time. */
export const isWithdrawable = (
  { withdrawableUntil }: Pick<Subscription, 'withdrawableUntil'>,
  now: Date,
): boolean => withdrawableUntil !== null && now.getTime() < Date.parse(withdrawableUntil)

/**
 * The time is over, the subscription has ended, or nothing was left to refund although there was
 * time.
 */
export type WithdrawalRefusal = 'withdrawal-over' | 'ended' | 'nothing-left'

/**
 * Why the server refunded nothing for a withdrawal that was possible `until` that time. The server
 * also answers `withdrawal-over` when nothing is left to refund.
 */
export const withdrawalRefusal = (
  refused: 'withdrawal-over' | 'ended',
  until: Date,
  now: Date,
): WithdrawalRefusal => (refused === 'withdrawal-over' && now < until ? 'nothing-left' : refused)

/** What a withdrawal would refund now, and until when; null if nothing. */
export const moneyBackOf = (
  subscription: Pick<Subscription, 'withdrawableUntil'> | null,
  invoices: readonly Bill[],
  now: Date,
): { readonly amount: Money; readonly until: Date } | null => {
  if (subscription === null || !isWithdrawable(subscription, now)) return null
  const amount = refundableOf(invoices)
  return amount && { amount, until: new Date(subscription.withdrawableUntil ?? '') }
}
