import { formatMoney } from '#core/model/money.ts'
import type { Product } from '#core/model/plan.ts'
import type { Consent } from '#core/model/subscription.ts'
import { formatDate, formatTime, perInterval, promotionWords } from './money-words.ts'

/**
 * What the subscriber agreed to, in one sentence: "On 26 November 2026 at 09:41 you agreed to
 * Annual for $89.99 a year, free until 10 December 2026." `product` is null if it is no longer
 * offered.
 */
export const agreedWords = (
  { agreedAt, productId, price, discount, trialEnd }: Consent,
  product: Pick<Product, 'name' | 'interval'> | null,
): string => {
  const at = new Date(agreedAt)
  const cost = product
    ? `${formatMoney(price)} ${perInterval(product.interval)}`
    : formatMoney(price)
  const terms = [
    `you agreed to ${product?.name ?? productId} for ${cost}`,
    ...(discount ? [`with ${discount.code} (${promotionWords(discount)})`] : []),
    ...(trialEnd ? [`free until ${formatDate(new Date(trialEnd))}`] : []),
  ]
  return `On ${formatDate(at)} at ${formatTime(at)} ${terms.join(', ')}.`
}
