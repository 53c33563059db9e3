import { listStripeSubscriptions } from '../data/subscriptions.ts'
import { idOf } from './expandable.ts'
import type { SyncParts } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Updates our rows of the customer who paid a charge, because a charge names no subscription. */
export const syncCustomer = async (parts: SyncParts, chargeId: string): Promise<void> => {
  const customer = idOf((await parts.stripe.charges.retrieve(chargeId)).customer)
  if (customer === null) return
  for (const id of await listStripeSubscriptions(parts.db, customer))
    await syncSubscription(parts, id)
}
