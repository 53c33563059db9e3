import { formatMoney } from '#core/model/money.ts'
import type { ShownOrder } from '#core/model/order.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import { firstCharge } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import { site } from '../../site.ts'
import { termsVersion } from '../terms-version.ts'
import { formatDate, plain, termsWords } from './money-words.ts'

/** The text of the link to the terms. */
export const TERMS = 'terms of use'

/** What the subscriber agrees to by changing the plan. */
export const changeAgreement = ({ dueToday }: Pick<PlanChangePreview, 'dueToday'>): string =>
  dueToday.amount === 0
    ? `By changing, you agree to the ${TERMS}.`
    : `By changing, you agree to the ${TERMS} and to pay ${formatMoney(dueToday)} today.`

/**
 * What the visitor agrees to by ordering: "By starting Evenkeel Annual, you agree to the terms of
 * use…"
 */
const agreementWords = (product: Product, promotion: Promotion | null, now: Date): string => {
  const { at, amount } = firstCharge(product, promotion, now)
  const when = product.trialDays > 0 ? `on ${formatDate(at)}` : 'today'
  return `By starting ${site.name} ${product.name}, you agree to the ${TERMS} and to pay ${formatMoney(amount)} ${when}.`
}

/** The order with the sentences shown beside its button, which are stored with the order. */
export const shownOrder = (
  product: Product,
  promotion: Promotion | null,
  now: Date,
): ShownOrder => ({
  product,
  promotion,
  consent: {
    text: plain(
      `${agreementWords(product, promotion, now)} ${termsWords(product, promotion, now)}`,
    ),
    version: termsVersion,
  },
})
