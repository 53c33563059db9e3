import type { Money } from './money.ts'
import type { SavedCard } from './subscription.ts'

export type InvoiceStatus = 'open' | 'paid' | 'uncollectible' | 'void'

export type Invoice = {
  readonly id: string
  /** As printed on the invoice; null where the payment provider gives none. */
  readonly number: string | null
  /** RFC 3339. */
  readonly createdAt: string
  readonly status: InvoiceStatus
  readonly total: Money
  /** What of the total is tax; null without a tax line. */
  readonly tax: Money | null
  /** The card that paid it; null when none did. */
  readonly card: Pick<SavedCard, 'brand' | 'last4'> | null
  /** What of it was refunded; null when nothing was. */
  readonly refunded: Money | null
  /** The payment provider's page of it, where an open one can be paid; null when there is none. */
  readonly url: string | null
  /** The same to keep, as a PDF; null when there is none. */
  readonly pdfUrl: string | null
}
