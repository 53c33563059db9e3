import { setTimeout as pause } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { Stripe } from 'stripe'
import {
  customersOf,
  forgetCustomer,
  knownCustomers,
  listStuckNotices,
  orderedBy,
  requeueNotice,
  standingOf,
  storeDeparted,
  userPages,
} from '../data/check.ts'
import { listDeparted, storeCustomer } from '../data/customers.ts'
import { storeLatestCheck } from '../data/latest-checks.ts'
import type { Channel } from '../data/notices.ts'
import { findByProvider } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import { idOf } from '../payments/expandable.ts'
import { isCollected, isHeld, releaseHeld } from '../payments/held-invoices.ts'
import { reconcileLeavers } from '../payments/leave.ts'
import { owesRefund } from '../payments/refunds.ts'
import { isMissing, isRefusal, translateOutage } from '../payments/stripe-errors.ts'
import type { SyncParts } from '../payments/subscription-state.ts'
import { syncSubscription } from '../payments/sync-subscription.ts'
import type { Settings } from '../settings/settings.ts'
import { checkConsent, compareSubscription } from './compare.ts'
import type { Difference, Found } from './difference.ts'

export type CheckParts = SyncParts & {
  readonly clock: () => Date
  readonly log: Record<'warn' | 'error', (details: object, message: string) => void>
  /** The channels that are switched on. Notices of the others are not expected to be sent. */
  readonly channels: readonly Channel[]
  /** The pause between two requests to the provider, in milliseconds. */
  readonly pauseMs: number
}

/** Ten requests a second: a tenth of the limit that the provider sets for test mode. */
const pauseMs = 100

export const checkPartsOf = (
  { mail, analytics, stripe: { graceDays } }: Settings,
  parts: Pick<CheckParts, 'db' | 'stripe' | 'clock' | 'log'>,
): CheckParts => ({
  ...parts,
  graceDays,
  channels: [
    ...(mail === null ? [] : ['mail' as const]),
    ...(analytics === null ? [] : ['analytics' as const]),
  ],
  pauseMs,
})

type Ask = <Answer>(request: () => Promise<Answer>) => Promise<Answer>

/**
 * Pauses before each request, to leave the provider's rate limit to customers, and retries after
 * outages.
 */
const politely =
  ({ pauseMs }: CheckParts): Ask =>
  async (request) => {
    await pause(pauseMs)
    return pRetry(request, {
      retries: 3,
      minTimeout: 1000,
      shouldRetry: ({ error }) => translateOutage(error) !== error,
    })
  }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const owner = ({ metadata }: { readonly metadata: Stripe.Metadata }): string | null => {
  const id = metadata['user_id']
  return id !== undefined && uuid.test(id) ? id : null
}

/**
 * A customer's subscriptions, or `deleted`, or `unknown` when the provider does not know the id.
 */
const readCustomer = async (
  { stripe }: CheckParts,
  ask: Ask,
  customer: string,
): Promise<Stripe.Subscription[] | 'deleted' | 'unknown'> => {
  try {
    const found = await ask(() => stripe.customers.retrieve(customer))
    if (found.deleted === true) return 'deleted'
  } catch (error) {
    if (isMissing(error)) return 'unknown'
    throw error
  }
  const list = { customer, status: 'all', limit: 100, expand: ['data.default_payment_method'] }
  return ask(() => stripe.subscriptions.list(list as Stripe.SubscriptionListParams)).then(
    ({ data }) => data,
  )
}

/**
 * Syncs the subscription. False when it cannot be stored: its user has another one or is unknown.
 */
const follow = async (parts: CheckParts, stripeSubscriptionId: string): Promise<boolean> => {
  const sync = await syncSubscription(parts, stripeSubscriptionId)
  return sync === 'known' || sync === 'adopted'
}

/** Makes the refund that a withdrawal still owes. False when the provider refuses it. */
const refundOwed = async (parts: CheckParts, stripeSubscriptionId: string): Promise<boolean> => {
  try {
    await syncSubscription(parts, stripeSubscriptionId)
  } catch (error) {
    if (!isRefusal(error)) throw error
    parts.log.error({ err: error }, 'a refund that is owed was refused')
  }
  const row = await findByProvider(parts.db, stripeSubscriptionId, null)
  return row === null || !owesRefund(row)
}

/** A fix that succeeds unless it throws. */
const done = (work: () => Promise<void>) => async (): Promise<boolean> => {
  await work()
  return true
}

const lookAtUsers = async (
  parts: CheckParts,
  ask: Ask,
  userIds: readonly string[],
): Promise<Found[]> => {
  const { db } = parts
  const found: Found[] = []
  const add = (difference: Difference, fix: Found['fix'] = null) => found.push({ difference, fix })
  const customers = await customersOf(db, userIds)
  const rows = await orderedBy(db, userIds)
  for (const userId of userIds) {
    const own = rows.filter((row) => row.userId === userId)
    const theirs: Stripe.Subscription[] = []
    for (const { id: customerId } of customers.filter((each) => each.userId === userId)) {
      const subscriptions = await readCustomer(parts, ask, customerId)
      if (typeof subscriptions !== 'string') theirs.push(...subscriptions)
      else {
        const pays = own.some((row) => row.customerId === customerId && isLive(row.state))
        add(
          { kind: 'customer-missing', userId, customerId },
          // With the API key of another account, all customers would be unknown.
          subscriptions === 'unknown' || pays ? null : done(() => forgetCustomer(db, customerId)),
        )
      }
    }
    const live = theirs.filter(({ status }) => isLive(status))
    if (live.length > 1)
      add({
        kind: 'two-live-subscriptions',
        userId,
        stripeSubscriptionIds: live.map(({ id }) => id),
      })
    for (const { id, metadata } of live) {
      if (own.some((row) => row.stripeSubscriptionId === id)) continue
      const isOurs = metadata['user_id'] === userId && live.length === 1
      add(
        { kind: 'subscription-without-row', userId, stripeSubscriptionIds: [id] },
        isOurs ? () => follow(parts, id) : null,
      )
    }
    for (const row of own) {
      const { id: subscriptionId, stripeSubscriptionId } = row
      if (stripeSubscriptionId === null) continue
      const other = theirs.find(({ id }) => id === stripeSubscriptionId) ?? null
      const about = { userId, subscriptionId, stripeSubscriptionIds: [stripeSubscriptionId] }
      for (const differing of compareSubscription(row, other))
        add(
          { ...differing, ...about },
          other === null ? null : () => follow(parts, stripeSubscriptionId),
        )
      if (owesRefund(row))
        add({ kind: 'refund-owed', ...about }, () => refundOwed(parts, stripeSubscriptionId))
      const consent = isLive(row.state) ? checkConsent(row) : null
      if (consent !== null) add({ kind: consent, ...about })
    }
  }
  return found
}

async function* checkUsers(parts: CheckParts, ask: Ask): AsyncGenerator<Found> {
  for await (const ids of userPages(parts.db)) {
    const suspects = new Set(
      (await lookAtUsers(parts, ask, ids)).map(({ difference }) => difference.userId),
    )
    // A difference may be a change in progress, so only what a second comparison also finds is
    // reported.
    yield* await lookAtUsers(
      parts,
      ask,
      ids.filter((id) => suspects.has(id)),
    )
  }
}

/**
 * Fetches the next page before yielding one, since the caller may delete the items that it gets.
 */
async function* pagesOf<Item extends { id: string }>(
  ask: Ask,
  list: (after: { starting_after?: string }) => Promise<Stripe.ApiList<Item>>,
): AsyncGenerator<readonly Item[]> {
  let page: Stripe.ApiList<Item> | null = await ask(() => list({}))
  while (page !== null) {
    const { data, has_more: hasMore }: Stripe.ApiList<Item> = page
    const last = data.at(-1)
    page = hasMore && last !== undefined ? await ask(() => list({ starting_after: last.id })) : null
    yield data
  }
}

/** Deletes the customer of a deleted account, and refunds and ends its subscriptions. */
const removeDeparted = (parts: CheckParts, customerId: string, userId: string) => async () => {
  await storeDeparted(parts.db, customerId, userId)
  await reconcileLeavers(parts)
  return !(await listDeparted(parts.db, userId)).includes(customerId)
}

type Listed = { readonly id: string; readonly metadata: Stripe.Metadata }

/**
 * Objects at the provider that name one of our users in their metadata but belong to a customer
 * that no user here has. `standing` is the state of the named user here.
 */
async function* strangersOf<Item extends Listed>(
  { db }: CheckParts,
  ask: Ask,
  list: (after: { starting_after?: string }) => Promise<Stripe.ApiList<Item>>,
  customerOf: (item: Item) => string,
) {
  for await (const items of pagesOf(ask, list)) {
    const known = await knownCustomers(db, items.map(customerOf))
    const { living, deleted } = await standingOf(
      db,
      items.flatMap((item) => owner(item) ?? []),
    )
    for (const item of items) {
      const userId = owner(item)
      const customerId = customerOf(item)
      if (userId === null || known.has(customerId)) continue
      const standing = deleted.has(userId) ? 'deleted' : living.has(userId) ? 'living' : 'unknown'
      yield { item, about: { userId, customerId }, standing }
    }
  }
}

const customerOf = ({ customer }: Stripe.Subscription): string => idOf(customer) ?? ''

async function* checkSubscriptions(parts: CheckParts, ask: Ask): AsyncGenerator<Found> {
  const list = (after: object) => parts.stripe.subscriptions.list({ limit: 100, ...after })
  for await (const { item, about, standing } of strangersOf(parts, ask, list, customerOf)) {
    if (!isLive(item.status)) continue
    const found = { ...about, stripeSubscriptionIds: [item.id] }
    if (standing === 'deleted')
      yield {
        difference: { kind: 'customer-of-deleted-user', ...found },
        fix: removeDeparted(parts, about.customerId, about.userId),
      }
    else if (standing === 'living')
      yield {
        difference: { kind: 'subscription-without-row', ...found },
        fix: () => follow(parts, item.id),
      }
    else yield { difference: { kind: 'subscription-without-user', ...found }, fix: null }
  }
}

async function* checkCustomers(parts: CheckParts, ask: Ask): AsyncGenerator<Found> {
  const list = (after: object) => parts.stripe.customers.list({ limit: 100, ...after })
  for await (const { about, standing } of strangersOf(parts, ask, list, ({ id }) => id)) {
    const { customerId, userId } = about
    if (standing === 'deleted')
      yield {
        difference: { kind: 'customer-of-deleted-user', ...about },
        fix: removeDeparted(parts, customerId, userId),
      }
    else if (standing === 'living')
      yield {
        difference: { kind: 'customer-without-row', ...about },
        fix: done(() => storeCustomer(parts.db, customerId, userId)),
      }
    else yield { difference: { kind: 'customer-without-user', ...about }, fix: null }
  }
}

async function* checkDrafts(parts: CheckParts, ask: Ask): AsyncGenerator<Found> {
  const { db, stripe, clock } = parts
  const list = (after: object) => stripe.invoices.list({ status: 'draft', limit: 100, ...after })
  for await (const drafts of pagesOf(ask, list)) {
    for (const draft of drafts) {
      const { id: invoiceId, parent } = draft
      const subscriptionId = idOf(parent?.subscription_details?.subscription)
      if (subscriptionId === null || !isHeld(draft, clock())) continue
      const row = await findByProvider(db, subscriptionId, null)
      // An unpaid subscription has a draft for each period, which is not an error.
      if (row === null || row.state === 'unpaid' || !isLive(row.state)) continue
      const subscription = await ask(() => stripe.subscriptions.retrieve(subscriptionId))
      if (!isCollected(subscription, invoiceId)) continue
      const { id, userId } = row
      const about = { userId, subscriptionId: id, stripeSubscriptionIds: [subscriptionId] }
      yield {
        difference: { kind: 'invoice-held', ...about, invoiceId },
        fix: () => releaseHeld(parts, row, subscriptionId, invoiceId),
      }
    }
  }
}

async function* checkNotices({ db, channels, clock }: CheckParts): AsyncGenerator<Found> {
  for (const noticeId of await listStuckNotices(db, channels, clock()))
    yield {
      difference: { kind: 'notice-stuck', noticeId },
      fix: done(() => requeueNotice(db, noticeId)),
    }
}

/**
 * Compares users, customers, subscriptions, invoices, consents and notices with the payment
 * provider, and yields each difference as it is found. Reads pages of a hundred. With `fix`, fixes
 * what it can without itself charging anybody. Stores how many of each kind remain, for the
 * metrics. Throws when the provider or the database cannot be read.
 */
export async function* checkDatabase(
  parts: CheckParts,
  { fix: shouldFix }: { readonly fix: boolean },
): AsyncGenerator<Difference & { readonly isFixed: boolean }> {
  const ask = politely(parts)
  const differences: Record<string, number> = {}
  for (const check of [checkUsers, checkSubscriptions, checkCustomers, checkDrafts, checkNotices])
    for await (const { difference, fix } of check(parts, ask)) {
      const isFixed = shouldFix && fix !== null && (await fix())
      if (!isFixed) differences[difference.kind] = (differences[difference.kind] ?? 0) + 1
      yield { ...difference, isFixed }
    }
  await storeLatestCheck(parts.db, { checkedAt: parts.clock(), differences })
}
