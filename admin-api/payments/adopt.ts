import type { Stripe } from 'stripe'
import { listCustomers } from '../data/customers.ts'
import { findOccupying } from '../data/subscriptions.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import { isMissing, isRefusal } from './stripe-errors.ts'
import type { SyncParts } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'

export type AdoptParts = SyncParts & {
  readonly log: { warn(details: object, message: string): void }
}

const ofCustomer = async (stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> => {
  try {
    return (await stripe.subscriptions.list({ customer, limit: 100 })).data
  } catch (error) {
    // The customer was deleted at the provider after the backup was made.
    if (isMissing(error)) return []
    throw error
  }
}

/** Searches by the user's id in the metadata, in case the row of the customer is lost too. */
const ofUser = async (
  { stripe, log }: AdoptParts,
  userId: string,
): Promise<Stripe.Subscription[]> => {
  try {
    const query = `metadata['user_id']:'${userId}'`
    return (await stripe.subscriptions.search({ query, limit: 100 })).data
  } catch (error) {
    // Accounts in some countries have no search.
    if (!isRefusal(error)) throw error
    log.warn({ err: error }, 'the payment provider does not search')
    return []
  }
}

/**
 * Adopts what the provider already charges a user for, which a restored backup may not know of, and
 * returns the row that blocks another order; null when there is nothing. Logs live subscriptions of
 * the user's customers that are not ours, and second ones.
 */
export const adoptLive = async (
  parts: AdoptParts,
  userId: string,
): Promise<SubscriptionRow | null> => {
  const customers = await listCustomers(parts.db, userId)
  const found = [
    ...(await Promise.all(customers.map((each) => ofCustomer(parts.stripe, each)))).flat(),
    ...(await ofUser(parts, userId)),
  ].filter(({ status }) => isLive(status))
  for (const subscription of new Set(found.map(({ id }) => id))) {
    const sync = await syncSubscription(parts, subscription)
    if (sync !== 'known')
      parts.log.warn({ userId, subscription, sync }, 'a live subscription had no row')
  }
  return found.length === 0 ? null : findOccupying(parts.db, userId)
}
