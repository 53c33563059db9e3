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
  /** RFC 3339: when it was ended before the end of its period; otherwise absent. */
  readonly endedAt?: string
}

const DAY = 24 * 60 * 60 * 1000
const WITHDRAWAL_DAYS = 14

const isCharge = ({ status, total }: Pick<Invoice, 'status' | 'total'>): boolean =>
  status === 'paid' && total.amount > 0

const payingCard = (subscription: Subscription | undefined): Invoice['card'] => {
  const { brand, last4 } = subscription?.paymentMethod ?? {}
  return brand === undefined || last4 === undefined ? null : { brand, last4 }
}

/** Every subscription ever started, oldest first. Its index identifies it. */
export const createSubscriptionBook = () => {
  const entries: MemorySubscription[] = []

  const update = (at: number, terms: Partial<MemorySubscription>): void => {
    const kept = entries[at]
    if (kept !== undefined) entries[at] = { ...kept, ...terms }
  }

  const change = (at: number, changes: Partial<Subscription>): Subscription | null => {
    const kept = entries[at]
    if (kept === undefined) return null
    const subscription = { ...kept.subscription, ...changes }
    update(at, { subscription })
    return subscription
  }

  /** Replaces the invoices. The first charge starts the withdrawal period. */
  const setInvoices = (at: number, invoices: readonly Invoice[], now: string) => {
    const wasCharged = entries[at]?.invoices.some(isCharge)
    update(at, { invoices })
    if (wasCharged || !invoices.some(isCharge)) return
    const until = new Date(Date.parse(now) + WITHDRAWAL_DAYS * DAY)
    change(at, { withdrawableUntil: until.toISOString() })
  }

  return {
    all: (): readonly MemorySubscription[] => [...entries],
    at: (at: number): MemorySubscription | null => entries[at] ?? null,
    indexOf: (userId: string, id: string): number =>
      entries.findIndex((each) => each.userId === userId && each.subscription.id === id),
    add: (entry: MemorySubscription) => void entries.push(entry),
    update,
    /** Changes the subscription as its owner sees it. */
    change,
    addInvoice: (at: number, invoice: Pick<Invoice, 'createdAt' | 'status' | 'total'>) => {
      const { invoices = [], subscription } = entries[at] ?? {}
      const count = invoices.length + 1
      const id = `subscription-${at + 1}-invoice-${count}`
      const number = count === 1 ? `MEMORY-${at + 1}` : `MEMORY-${at + 1}-${count}`
      const card = isCharge(invoice) ? payingCard(subscription) : null
      const rest = { tax: null, card, refunded: null, url: null, pdfUrl: null }
      const added = { id, number, ...rest, ...invoice }
      setInvoices(at, [added, ...invoices], invoice.createdAt)
    },
    /** Marks the newest invoice, which was open, as paid. */
    payInvoice: (at: number, now: Date) => {
      const { invoices: [newest, ...older] = [], subscription } = entries[at] ?? {}
      if (newest === undefined) return
      const paid = { ...newest, status: 'paid', card: payingCard(subscription) } as const
      setInvoices(at, [paid, ...older], now.toISOString())
    },
    /** Ends the subscription, refunds all its charges and voids its open invoices. */
    refund: (at: number, now: Date) => {
      const { invoices = [] } = entries[at] ?? {}
      update(at, {
        endedAt: now.toISOString(),
        invoices: invoices.map((each) =>
          each.status === 'open'
            ? { ...each, status: 'void' }
            : { ...each, refunded: isCharge(each) ? each.total : each.refunded },
        ),
      })
      change(at, {
        status: 'canceled',
        openInvoice: null,
        graceEndsAt: null,
        withdrawableUntil: null,
        pendingChange: null,
      })
    },
    /** Ends the right to withdraw once its time is up. */
    closeWithdrawals: (now: Date) => {
      for (const [at, { subscription }] of entries.entries()) {
        const { withdrawableUntil } = subscription
        if (withdrawableUntil !== null && Date.parse(withdrawableUntil) <= now.getTime())
          change(at, { withdrawableUntil: null })
      }
    },
  }
}

export type SubscriptionBook = ReturnType<typeof createSubscriptionBook>
