import type { Invoice } from '#core/model/invoice.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { PaidPeriod } from './memory-proration.ts'

export type MemorySubscription = {
  readonly userId: string
  readonly subscription: Subscription
  /** Newest first. */
  readonly invoices: readonly Invoice[]
  readonly paymentMethodId: string
  /** Null in a trial. */
  readonly period: PaidPeriod | null
}

/** Every subscription ever started, oldest first, by its place. */
export const createSubscriptionBook = () => {
  const entries: MemorySubscription[] = []

  const update = (at: number, terms: Partial<MemorySubscription>): void => {
    const kept = entries[at]
    if (kept !== undefined) entries[at] = { ...kept, ...terms }
  }

  return {
    all: (): readonly MemorySubscription[] => [...entries],
    at: (at: number): MemorySubscription | null => entries[at] ?? null,
    indexOf: (userId: string, id: string): number =>
      entries.findIndex((each) => each.userId === userId && each.subscription.id === id),
    add: (entry: MemorySubscription) => void entries.push(entry),
    update,
    /** Changes what its owner sees of it. */
    change: (at: number, changes: Partial<Subscription>): Subscription | null => {
      const kept = entries[at]
      if (kept === undefined) return null
      const subscription = { ...kept.subscription, ...changes }
      update(at, { subscription })
      return subscription
    },
    addInvoice: (at: number, invoice: Pick<Invoice, 'createdAt' | 'status' | 'total'>) => {
      const { invoices = [] } = entries[at] ?? {}
      const count = invoices.length + 1
      const id = `subscription-${at + 1}-invoice-${count}`
      const number = count === 1 ? `MEMORY-${at + 1}` : `MEMORY-${at + 1}-${count}`
      update(at, { invoices: [{ id, number, url: null, ...invoice }, ...invoices] })
    },
  }
}

export type SubscriptionBook = ReturnType<typeof createSubscriptionBook>
