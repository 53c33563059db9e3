import type { Money } from './money.ts'

export type InvoiceStatus = 'open' | 'paid' | 'uncollectible' | 'void'

export type Invoice = {
  readonly id: string
  /** As it stands on the invoice; null where the payment provider gives none. */
  readonly number: string | null
  /** RFC 3339. */
  readonly createdAt: string
  readonly status: InvoiceStatus
  readonly total: Money
  /** What of it was paid back; null when nothing was. */
  readonly refunded: Money | null
  /** The payment provider's page of it, where an open one can be paid; null when there is none. */
  readonly url: string | null
}
