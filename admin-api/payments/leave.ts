import type { Stripe } from 'stripe'
import type { IdentityUsers } from '../auth/identity-users.ts'
import { forgetDeparted, listCustomers, listDeparted } from '../data/customers.ts'
import type { Database } from '../data/database.ts'
import { deleteUser, isLeaving, markLeaving } from '../data/users.ts'
import type { User } from '../data/users.ts'
import { mailboxDigest } from './person.ts'
import type { LedgerKeys } from './person.ts'
import { isMissing, translateOutage } from './stripe-errors.ts'
import { cancelAtProvider } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { syncSubscription } from './sync-subscription.ts'

type Log = { warn(details: object, message: string): void }
type Parts = { readonly db: Database; readonly stripe: Stripe; readonly log: Log }
type Leaver = { readonly user: User; readonly token: string }

/** Ends every subscription that the provider has of the user's customers. */
const endSubscriptions = async (parts: SyncParts, userId: string): Promise<void> => {
  for (const customer of await listCustomers(parts.db, userId)) {
    for await (const subscription of parts.stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
    })) {
      await cancelAtProvider(parts.stripe, subscription)
      await syncSubscription(parts, subscription.id)
    }
  }
}

/**
 * Deletes customers at the provider, with their cards and any remaining or pending subscription.
 */
const deleteDeparted = async ({ db, stripe, log }: Parts, userId: string | null): Promise<void> => {
  for (const id of await listDeparted(db, userId)) {
    try {
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

/**
 * Deletes the account: its subscriptions, the identity provider's user, all that is stored, and the
 * payment provider's customers. What fails before the stored data is deleted leaves an account that
 * works and a deletion that can be repeated; what fails after that is left to {@link
 * reconcileLeavers}. Throws what the identity provider and the payment provider throw.
 */
export const leave = async (
  {
    identityUsers,
    clock,
    ledgerKeys,
    sayGoodbye,
    ...parts
  }: Parts &
    SyncParts & {
      readonly identityUsers: IdentityUsers
      readonly clock: () => Date
      readonly ledgerKeys: LedgerKeys
      /** Whether a last mail confirms it. */
      readonly sayGoodbye: boolean
    },
  { user, token }: Leaver,
): Promise<void> => {
  const { db } = parts
  const now = clock()
  // Another deletion of the account is under way, and its flag stays.
  const isFlagged = isLeaving(user, now)
  if (!isFlagged) await markLeaving(db, user.id, now)
  try {
    await endSubscriptions(parts, user.id)
    await identityUsers.delete(token)
    await deleteUser(db, user, { mailbox: mailboxDigest(ledgerKeys, user.email), sayGoodbye })
  } catch (error) {
    // A flag that cannot be removed now expires by itself.
    if (!isFlagged) await markLeaving(db, user.id, null).catch(() => {})
    throw error
  }
  await deleteDeparted(parts, user.id)
}

/**
 * Deletes at the payment provider what deleted accounts have left there. Safe in several processes
 * at once.
 */
export const reconcileLeavers = (parts: Parts): Promise<void> => deleteDeparted(parts, null)
