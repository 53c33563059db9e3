import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Price, Product } from './objects/catalog.ts'
import type { Charge, Refund } from './objects/charges.ts'
import type { Customer } from './objects/customers.ts'
import type { Dispute } from './objects/disputes.ts'
import type { Event, WebhookEndpoint } from './objects/events.ts'
import type { PaymentIntent, SetupIntent } from './objects/intents.ts'
import type { Invoice } from './objects/invoices.ts'
import type { PaymentMethod } from './objects/payment-methods.ts'
import type { Coupon, Discount, PromotionCode } from './objects/promotions.ts'
import type { SetupAttempt } from './objects/setup-attempts.ts'
import type { SubscriptionSchedule } from './objects/subscription-schedules.ts'
import type { Subscription } from './objects/subscriptions.ts'
import type { TestClock } from './objects/test-clocks.ts'

export interface Collections {
  charges: Record<string, Charge>
  coupons: Record<string, Coupon>
  customers: Record<string, Customer>
  discounts: Record<string, Discount>
  disputes: Record<string, Dispute>
  events: Record<string, Event>
  invoices: Record<string, Invoice>
  paymentIntents: Record<string, PaymentIntent>
  paymentMethods: Record<string, PaymentMethod>
  prices: Record<string, Price>
  products: Record<string, Product>
  promotionCodes: Record<string, PromotionCode>
  refunds: Record<string, Refund>
  setupAttempts: Record<string, SetupAttempt>
  setupIntents: Record<string, SetupIntent>
  subscriptions: Record<string, Subscription>
  subscriptionSchedules: Record<string, SubscriptionSchedule>
  testClocks: Record<string, TestClock>
  webhookEndpoints: Record<string, WebhookEndpoint>
}

/** One event on its way to one endpoint. Times are Unix milliseconds of the real clock. */
export interface Delivery {
  id: string
  event: string
  type: string
  endpoint: string
  url: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: { at: number; status: number | null; error: string | null }[]
  nextAttemptAt: number
}

/** The stored answer to a request with an Idempotency-Key. */
export interface RememberedAnswer {
  fingerprint: string
  requestId: string
  status: number
  body: unknown
  /** Unix milliseconds of the real clock. */
  at: number
}

/** What happens to a subscription whose invoice is still unpaid after all retries. */
export type RetriesEnd = 'cancel' | 'past_due' | 'unpaid'

export interface State extends Collections {
  version: 1
  retriesEnd: RetriesEnd
  /** Seconds the sandbox's clock is ahead of the real one. */
  clockOffset: number
  deliveries: Record<string, Delivery>
  idempotencyKeys: Record<string, RememberedAnswer>
}

/** Records without a prototype, so that an id such as `constructor` finds nothing. */
const records = <T>(kept: Record<string, T> = {}): Record<string, T> =>
  Object.assign(Object.create(null), kept)

const stateOf = (kept: Partial<State>): State => ({
  version: 1,
  clockOffset: kept.clockOffset ?? 0,
  retriesEnd: kept.retriesEnd ?? 'cancel',
  charges: records(kept.charges),
  coupons: records(kept.coupons),
  customers: records(kept.customers),
  deliveries: records(kept.deliveries),
  discounts: records(kept.discounts),
  disputes: records(kept.disputes),
  events: records(kept.events),
  idempotencyKeys: records(kept.idempotencyKeys),
  invoices: records(kept.invoices),
  paymentIntents: records(kept.paymentIntents),
  paymentMethods: records(kept.paymentMethods),
  prices: records(kept.prices),
  products: records(kept.products),
  promotionCodes: records(kept.promotionCodes),
  refunds: records(kept.refunds),
  setupAttempts: records(kept.setupAttempts),
  setupIntents: records(kept.setupIntents),
  subscriptions: records(kept.subscriptions),
  subscriptionSchedules: records(kept.subscriptionSchedules),
  testClocks: records(kept.testClocks),
  webhookEndpoints: records(kept.webhookEndpoints),
})

export const emptyState = (): State => stateOf({})

export interface Store {
  state: State
  /** Writes the whole state to disk atomically; does nothing for a store in memory. */
  save(): void
}

/** The whole state is written at every change, so only the newest history is kept. */
const KEPT = 500

const dropOldest = <T>(records: Record<string, T>, isNeeded: (record: T) => boolean): void => {
  for (const [key, record] of Object.entries(records).slice(0, -KEPT)) {
    if (!isNeeded(record)) delete records[key]
  }
}

const dropHistory = ({ events, deliveries, idempotencyKeys }: State): void => {
  dropOldest(events, (event) => event.pending_webhooks > 0)
  dropOldest(deliveries, (delivery) => delivery.status === 'pending')
  dropOldest(idempotencyKeys, () => false)
}

const load = (file: string): State | null => {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const state = JSON.parse(content) as Partial<State>
  if (state.version !== 1)
    throw new Error(`${file} was written by another version; delete it to start over`)
  return stateOf(state)
}

/**
 * Opens the state kept in `file` (null: in memory only), or creates a new one with `seed`. Writes
 * nothing yet.
 */
export const openStore = (file: string | null, seed: () => State): Store => {
  const store: Store = {
    state: (file ? load(file) : null) ?? seed(),
    save: () => {
      dropHistory(store.state)
      if (!file) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.next`, JSON.stringify(store.state))
      renameSync(`${file}.next`, file)
    },
  }
  return store
}
