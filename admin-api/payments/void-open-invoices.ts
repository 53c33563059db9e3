import type { Stripe } from 'stripe'
import { unlessRefused } from './pending-plan-change.ts'

/**
 * Voids the open invoices of a subscription, except the kept one, so that they are never charged.
 */
export const voidOpenInvoices = async (
  stripe: Stripe,
  subscription: string,
  keptId: string | null = null,
): Promise<void> => {
  const open = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
  for (const { id } of open.data)
    if (id !== undefined && id !== keptId) await unlessRefused(stripe.invoices.voidInvoice(id))
}
