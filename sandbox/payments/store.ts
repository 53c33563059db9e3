import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type {
  Coupon,
  Customer,
  Discount,
  Event,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  Price,
  Product,
  PromotionCode,
  SetupIntent,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './objects.ts'

export interface Collections {
  coupons: Record<string, Coupon>
  customers: Record<string, Customer>
  discounts: Record<string, Discount>
  events: Record<string, Event>
  invoices: Record<string, Invoice>
  paymentIntents: Record<string, PaymentIntent>
  paymentMethods: Record<string, PaymentMethod>
  prices: Record<string, Price>
  products: Record<string, Product>
  promotionCodes: Record<string, PromotionCode>
  setupIntents: Record<string, SetupIntent>
  subscriptions: Record<string, Subscription>
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

/** A remembered answer to a request that carried an Idempotency-Key. */
export interface RememberedAnswer {
  fingerprint: string
  requestId: string
  status: number
  body: unknown
  /** Unix milliseconds of the real clock. */
  at: number
}

export interface State extends Collections {
  version: 1
  /** Seconds the sandbox's clock is ahead of the real one. */
  clockOffset: number
  deliveries: Record<string, Delivery>
  idempotencyKeys: Record<string, RememberedAnswer>
}

export const emptyState = (): State => ({
  version: 1,
  clockOffset: 0,
  coupons: {},
  customers: {},
  deliveries: {},
  discounts: {},
  events: {},
  idempotencyKeys: {},
  invoices: {},
  paymentIntents: {},
  paymentMethods: {},
  prices: {},
  products: {},
  promotionCodes: {},
  setupIntents: {},
  subscriptions: {},
  testClocks: {},
  webhookEndpoints: {},
})

export interface Store {
  state: State
  /** Puts the state on disk, whole and atomically; does nothing for a store in memory. */
  save(): void
}

const KEPT = 5000

const dropOldest = (records: Record<string, unknown>): void => {
  for (const key of Object.keys(records).slice(0, -KEPT)) delete records[key]
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
  if (state.version !== 1) throw new Error(`${file} was written by another version; delete it to begin anew`)
  return { ...emptyState(), ...state }
}

/** Opens the state kept in `file` (null: in memory only), or makes a new one with `seed`. */
export const openStore = (file: string | null, seed: () => State): Store => {
  const store: Store = {
    state: (file ? load(file) : null) ?? seed(),
    save: () => {
      dropOldest(store.state.events)
      dropOldest(store.state.deliveries)
      dropOldest(store.state.idempotencyKeys)
      if (!file) return
      writeFileSync(`${file}.next`, JSON.stringify(store.state))
      renameSync(`${file}.next`, file)
    },
  }
  if (file) mkdirSync(dirname(file), { recursive: true })
  store.save()
  return store
}
