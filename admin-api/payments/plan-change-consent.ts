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

/** Puts on record which invoice a change waits for. */
export type WaitFor = (invoiceId: string) => Promise<void>

/** Nothing was changed and nothing will be; not so while a payment waits or after an outage. */
const isRefused = (error: unknown): boolean =>
  error instanceof Problem &&
  error.statusCode < 500 &&
  error.code !== 'payment/requires-action' &&
  error.code !== 'subscription/in-progress'

/**
 * Makes a change with the consent to it on record before the provider is asked, as with an order.
 * The consent to a change that is refused is removed; one that waits for an invoice, by the sync
 * that finds this voided.
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
