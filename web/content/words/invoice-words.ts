import type { Invoice } from '#core/model/invoice.ts'
import { formatMoney } from '#core/model/money.ts'

/** "incl. $15.02 tax"; null if no tax was owed. */
export const taxWords = ({ tax }: Pick<Invoice, 'tax'>): string | null =>
  tax === null || tax.amount === 0 ? null : `incl. ${formatMoney(tax)} tax`
