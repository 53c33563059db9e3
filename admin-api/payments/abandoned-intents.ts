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
/** How many are read at a time. */
const batch = 100
/** How many are ended in one run, so that it is over before the next one. */
const mostPerRun = 5_000

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

/** Ends all that is listed, a batch at a time. */
const endAll = async (
  list: (most: number) => Promise<readonly string[]>,
  end: (id: string) => Promise<void>,
): Promise<void> => {
  for (let ended = 0; ended < mostPerRun; ended += batch) {
    const ids = await list(batch)
    for (const id of ids) await end(id)
    if (ids.length < batch) return
  }
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
  await endAll(
    (most) => listAbandoned(db, before, most),
    async (id) => {
      await cancelIntent(stripe, id)
      await deleteAbandoned(db, id)
    },
  )
  await endAll(
    (most) => listVisitorCustomers(db, before, most),
    async (id) => {
      await stripe.customers.del(id).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await deleteVisitorCustomer(db, id)
    },
  )
}
