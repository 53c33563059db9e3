import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import {
  countFailedAttempt,
  deleteAbandoned,
  deleteVisitorCustomer,
  listAbandoned,
  listVisitorCustomers,
} from '../data/setup-intents.ts'
import { intentLifetimeMs } from './setup-intents.ts'
import { isMissing, isRefusal } from './stripe-errors.ts'

type Parts = { readonly db: Database; readonly stripe: Stripe }

/**
 * The site opens a SetupIntent per attempt, so many cards on one intent mean that stolen cards are
 * being tested.
 */
const maxFailedAttempts = 3
/** By then, an order that began in time has ended. */
const graceMs = 60 * 60 * 1000
/** How many are cancelled at a time, because of the payment provider's rate limit. */
const batch = 100

/** One that has succeeded or was cancelled stays as it is. */
const cancelIntent = async (stripe: Stripe, id: string): Promise<void> => {
  await stripe.setupIntents.cancel(id).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/** Counts a card that was refused, and cancels the SetupIntent when there were too many. */
export const noteFailedAttempt = async (
  { db, stripe }: Parts,
  setupIntentId: string,
): Promise<void> => {
  const count = await countFailedAttempt(db, setupIntentId)
  if (count !== null && count >= maxFailedAttempts) await cancelIntent(stripe, setupIntentId)
}

/**
 * Cancels SetupIntents that no order can be placed with any more, and deletes the customers of
 * visitors who never made an account. Safe in several processes at once. Throws what the payment
 * provider throws; the rest waits for the next time.
 */
export const endAbandonedIntents = async ({
  db,
  stripe,
  clock,
}: Parts & { readonly clock: () => Date }): Promise<void> => {
  const before = new Date(clock().getTime() - intentLifetimeMs - graceMs)
  for (const id of await listAbandoned(db, before, batch)) {
    await cancelIntent(stripe, id)
    await deleteAbandoned(db, id)
  }
  for (const id of await listVisitorCustomers(db, before, batch)) {
    await stripe.customers.del(id).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    await deleteVisitorCustomer(db, id)
  }
}
