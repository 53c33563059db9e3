import {
  addChangeConsent,
  addInvoiceToConsent,
  dropChangeConsent,
} from '../data/change-consents.ts'
import type { Database } from '../data/database.ts'
import type { Agreement, ChangeConsent } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import type { Current, PlanChange } from './plan-change-quote.ts'
import { digestOf } from './preview-id.ts'
import { discountsOf, isForProduct } from './subscription-state.ts'

type Agreed = { readonly agreement: Agreement; readonly previewId: string; readonly now: Date }

const consentTo = (
  { row, subscription }: Current,
  change: PlanChange,
  { agreement, previewId, now }: Agreed,
): ChangeConsent => {
  const of =
    change.kind === 'taken-back'
      ? {
          productId: row.productId,
          price: { amount: row.priceAmount, currency: row.priceCurrency },
          discount: row.discount,
        }
      : {
          productId: change.offer.product.id,
          price: change.offer.product.price,
          discount:
            discountsOf(subscription).find(({ coupon }) =>
              isForProduct(coupon, change.offer.stripeProductId),
            )?.promotion ?? null,
        }
  return {
    ...agreement,
    ...of,
    trialEnd: row.state === 'trialing' ? (row.trialEnd?.toISOString() ?? null) : null,
    agreedAt: now.toISOString(),
    preview: digestOf([previewId]),
  }
}

/** Records the invoice that a change waits for. */
export type WaitFor = (invoiceId: string) => Promise<void>

/** Whether the change was refused for good: not while a payment waits, nor after an outage. */
const isRefused = (error: unknown): boolean =>
  error instanceof Problem &&
  error.statusCode < 500 &&
  error.code !== 'payment/requires-action' &&
  error.code !== 'subscription/in-progress'

/**
 * Stores the consent to a change before asking the provider for it, as with an order. A refusal
 * removes the consent again. If the change waits for an invoice that is voided, the sync that
 * notices this removes it.
 */
export const withConsent = async <Result>(
  db: Database,
  current: Current,
  change: PlanChange,
  agreed: Agreed,
  make: (waitFor: WaitFor) => Promise<Result>,
): Promise<Result> => {
  const { id } = current.row
  const consent = consentTo(current, change, agreed)
  await addChangeConsent(db, id, consent)
  try {
    return await make((invoiceId) => addInvoiceToConsent(db, id, consent.preview, invoiceId))
  } catch (error) {
    if (isRefused(error)) await dropChangeConsent(db, id, consent.preview)
    throw error
  }
}
