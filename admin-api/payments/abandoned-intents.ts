import { setTimeout as pause } from 'node:timers/promises'
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

type Parts = { readonly db: Database; readonly stripe: Stripe; readonly clock: () => Date }

/**
 * The site opens a SetupIntent per attempt, so many cards on one intent mean that stolen cards are
 * being tested.
 */
const maxFailedAttempts = 3
/** Added to an intent's lifetime, so that orders that started within it have finished. */
const graceMs = 60 * 60 * 1000
/** How many are read at a time. */
const batch = 100
/**
 * How many are ended concurrently, and the pause until the next ones. At two requests each, that is
 * a fifth of what the provider accepts in a second.
 */
const atOnce = 10
const pauseBetweenMs = 1000

/** Cancels an intent, unless it has succeeded or was cancelled before. */
const cancelIntent = async (stripe: Stripe, id: string): Promise<void> => {
  await stripe.setupIntents.cancel(id).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
  })
}

/**
 * Deletes a visitor's customer at the provider and here. A customer with a subscription belongs to
 * a user whose order is missing after a restore, so it is only deleted here: that lets the
 * subscription be adopted.
 */
const endCustomer = async ({ db, stripe }: Parts, id: string): Promise<void> => {
  try {
    const { data } = await stripe.subscriptions.list({ customer: id, status: 'all', limit: 1 })
    if (data.length === 0) await stripe.customers.del(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  await deleteVisitorCustomer(db, id)
}

/**
 * Counts a refused card, and cancels the SetupIntent after too many. A repeated event is not
 * counted again, but cancels an intent that an outage kept open.
 */
export const noteFailedAttempt = async (
  { db, stripe, clock }: Parts,
  { id: eventId, data: { object: intent } }: Stripe.SetupIntentSetupFailedEvent,
): Promise<void> => {
  const count = await countFailedAttempt(db, intent.id, eventId, clock())
  if (count !== null && count >= maxFailedAttempts) await cancelIntent(stripe, intent.id)
}

type Pace = {
  readonly pauseMs?: number
  /** Aborting it ends the run once the current items are done. */
  readonly signal?: AbortSignal
}

/** A random selection, so that processes with the same list seldom work on the same items. */
const someOf = (ids: readonly string[]): readonly string[] =>
  ids
    .map((id) => ({ id, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, atOnce)
    .map(({ id }) => id)

/** Ends everything that `list` returns, a few at a time. */
const endAll = async (
  list: (most: number) => Promise<readonly string[]>,
  end: (id: string) => Promise<void>,
  { pauseMs = pauseBetweenMs, signal }: Pace,
): Promise<void> => {
  for (;;) {
    if (signal?.aborted === true) return
    const ids = await list(batch)
    const over = pause(pauseMs, undefined, { ref: false })
    await Promise.all(someOf(ids).map(end))
    if (ids.length <= atOnce) return
    await over
  }
}

/**
 * Cancels SetupIntents that can no longer be used for an order, and deletes the customers of
 * visitors who never created an account, until none is left. Several processes share the work.
 * Throws what the payment provider throws; the rest is left for the next run.
 */
export const endAbandonedIntents = async (parts: Parts & Pace): Promise<void> => {
  const { db, stripe, clock } = parts
  const before = new Date(clock().getTime() - intentLifetimeMs - graceMs)
  await endAll(
    (most) => listAbandoned(db, before, most),
    async (id) => {
      await cancelIntent(stripe, id)
      await deleteAbandoned(db, id)
    },
    parts,
  )
  await endAll(
    (most) => listVisitorCustomers(db, before, most),
    (id) => endCustomer(parts, id),
    parts,
  )
}
