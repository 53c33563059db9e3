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
  /** The tax included in the total; null without a tax line. */
  readonly tax: Money | null
  /** The card that paid it; null when none did. */
  readonly card: Pick<SavedCard, 'brand' | 'last4'> | null
  /** The amount refunded; null when nothing was. */
  readonly refunded: Money | null
  /**
   * The payment provider's page for the invoice, where an open one can be paid; null when there is
   * none.
   */
  readonly url: string | null
  /** The invoice as a PDF to keep; null when there is none. */
  readonly pdfUrl: string | null
}
