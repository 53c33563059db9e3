import type { Invoice } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'
import { cardName } from './card-words.ts'

/** "Visa ending 4242 · $15.02 tax included"; null where there is nothing to say. */
export const paymentWords = ({ card, tax }: Pick<Invoice, 'card' | 'tax'>): string | null =>
  [
    ...(card === null ? [] : [cardName(card)]),
    ...(tax === null || tax.amount === 0 ? [] : [`${formatMoney(tax)} tax included`]),
  ].join(' · ') || null
