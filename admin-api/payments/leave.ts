import pRetry from 'p-retry'
import type { Stripe } from 'stripe'
import type { IdentityUsers } from '../auth/identity-users.ts'
import { isRecentLoginRequired } from '../auth/recent-login.ts'
import { forgetDeparted, listCustomers, listDeparted } from '../data/customers.ts'
import type { Database } from '../data/database.ts'
import {
  deleteUser,
  isLeaving,
  isUnerased,
  listUnerased,
  markErasing,
  markLeaving,
  unmark,
} from '../data/users.ts'
import type { User } from '../data/users.ts'
import { hasEnded } from '../domain/subscription.ts'
import { untilTurnsEnd } from './in-turn.ts'
import { mailboxDigest } from './person.ts'
import type { LedgerKeys } from './person.ts'
import { isMissing, translateOutage } from './stripe-errors.ts'
import { cancelAtProvider } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'
import { endUnacknowledged, reportRefused } from './unacknowledged-order.ts'
import { voidOpenInvoices } from './void-open-invoices.ts'

type Log = Record<'warn' | 'error', (details: object, message: string) => void>
type Parts = { readonly db: Database; readonly stripe: Stripe; readonly log: Log }
type Timed = { readonly clock: () => Date }
type Leaver = { readonly user: User; readonly token: string }

const mostSubscriptions = 1000

const listSubscriptions = async (
  stripe: Stripe,
  customer: string,
): Promise<readonly Stripe.Subscription[]> => {
  try {
    return await stripe.subscriptions
      .list({ customer, status: 'all', limit: 100 })
      .autoPagingToArray({ limit: mostSubscriptions })
  } catch (error) {
    // The customer is gone, and its subscriptions with it.
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Ends every subscription of the user's customers at the provider. A payment of an open invoice may
 * still wait for the bank. Throws 409 `subscription/in-progress`, before anything is ended, while a
 * request that may be charging the user is still running.
 */
const endSubscriptions = async (
  parts: SyncParts & Parts & Timed,
  userId: string,
): Promise<void> => {
  await untilTurnsEnd(parts.db, userId)
  for (const customer of await listCustomers(parts.db, userId)) {
    for (const subscription of await listSubscriptions(parts.stripe, customer)) {
      await cancelAtProvider(parts.stripe, subscription)
      await voidOpenInvoices(parts.stripe, subscription.id)
      await syncSubscription(parts, subscription.id).catch(reportRefused(parts.log))
    }
  }
}

/** Ends the subscriptions that a customer still has, from orders that a deletion has overtaken. */
const endOvertaken = async (stripe: Stripe, log: Log, customer: string): Promise<void> => {
  for (const subscription of await listSubscriptions(stripe, customer))
    if (!hasEnded(subscription.status))
      await endUnacknowledged(stripe, subscription).catch(reportRefused(log))
}

/**
 * Deletes customers at the provider, with their cards, and ends and refunds any subscription that
 * remains.
 */
const deleteDeparted = async (
  { db, stripe, log }: Parts,
  userId: string | null,
  signal?: AbortSignal,
): Promise<void> => {
  for (const id of await listDeparted(db, userId)) {
    if (signal?.aborted === true) return
    try {
      await endOvertaken(stripe, log, id)
      await stripe.customers.del(id).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      await forgetDeparted(db, id)
    } catch (error) {
      log.warn({ err: error }, 'a customer of a deleted account could not be deleted yet')
      if (translateOutage(error) !== error) return
    }
  }
}

type Goodbye = {
  readonly ledgerKeys: LedgerKeys
  /** Whether to send a last mail that confirms the deletion. */
  readonly sayGoodbye: boolean
}

/** Deletes what is stored, then the payment provider's customers. */
const erase = async (
  { ledgerKeys, sayGoodbye, ...parts }: Parts & Goodbye,
  user: User,
  marked?: Date,
): Promise<void> => {
  const mailbox = mailboxDigest(ledgerKeys, user.email)
  await deleteUser(parts.db, user, { mailbox, sayGoodbye, marked })
  await deleteDeparted(parts, user.id)
}

/**
 * Deletes the account: its subscriptions, the identity provider's user, all that is stored, and the
 * payment provider's customers. A failure while the identity provider's user certainly still exists
 * leaves a working account, and the deletion can be repeated; a later failure is left to {@link
 * finishDeletions}. Throws 409 `subscription/in-progress`, and what the identity provider and the
 * payment provider throw.
 */
export const leave = async (
  {
    identityUsers,
    ...parts
  }: Parts & SyncParts & Timed & Goodbye & { readonly identityUsers: IdentityUsers },
  { user, token }: Leaver,
): Promise<void> => {
  const { db, log, clock } = parts
  // The flags to clear if this deletion fails. Those of another deletion are left alone.
  const marks = { leavingAt: clock(), erasingAt: null as Date | null }
  if (!isLeaving(user, marks.leavingAt)) await markLeaving(db, user.id, marks.leavingAt)
  let standing: Date | null = null
  try {
    await endSubscriptions(parts, user.id)
    marks.erasingAt = clock()
    standing = await markErasing(db, user.id, marks.erasingAt)
    if ((await identityUsers.delete(token)) === 'unanswered')
      log.warn({ actor: user.authUid }, 'an identity may be left behind')
  } catch (error) {
    // The refusal shows that the identity exists, so an earlier deletion's flag is cleared as well.
    if (isRecentLoginRequired(error)) marks.erasingAt = standing
    await pRetry(() => unmark(db, user.id, marks), { retries: 3, minTimeout: 200 }).catch(
      (failure: unknown) => log.warn({ err: failure }, 'the flags of a refused deletion stay'),
    )
    throw error
  }
  await erase(parts, user)
}

const erasedAtOnce = 100

/**
 * Finishes the deletions that a crash or an outage interrupted after `erasingAt` was set. Safe in
 * several processes at once.
 */
export const finishDeletions = async ({
  signal,
  onFinished,
  ...parts
}: Parts &
  SyncParts &
  Timed &
  Goodbye & {
    /** Once aborted, no further deletion is started. */
    readonly signal?: AbortSignal
    readonly onFinished: (authUid: string) => void
  }): Promise<void> => {
  const { clock } = parts
  for (const user of await listUnerased(parts.db, clock(), erasedAtOnce)) {
    if (signal?.aborted === true) return
    try {
      // Another process may have finished it since it was listed.
      if (!(await isUnerased(parts.db, user, clock()))) continue
      await endSubscriptions(parts, user.id)
      await erase(parts, user, user.erasingAt!)
      onFinished(user.authUid)
    } catch (error) {
      parts.log.warn({ err: error, user: user.id }, 'a deletion could not be finished yet')
      if (translateOutage(error) !== error) return
    }
  }
}

/**
 * Deletes at the payment provider what deleted accounts have left there. Safe in several processes
 * at once. When aborted, stops after the current customer.
 */
export const reconcileLeavers = ({
  signal,
  ...parts
}: Parts & { readonly signal?: AbortSignal }): Promise<void> => deleteDeparted(parts, null, signal)
