import type { Invoice } from '#core/model/invoice.ts'
import type { Subscription } from '#core/model/plan.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Newest first. */
export const listInvoices =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  ({ id }: Pick<Subscription, 'id'>): Promise<readonly Invoice[]> =>
    adminApi.invoices(id)
