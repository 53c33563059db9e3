import {
  findOccupying,
  insertClaim,
  isKept,
  markAnswered,
  presentSubscription,
  startedSubscriptions,
} from '../data/subscriptions.ts'
import type { Claimed, SubscriptionRow } from '../data/subscriptions.ts'
import type { User } from '../data/users.ts'
import { unauthenticated } from '../auth/verify-token.ts'
import { isLive } from '../domain/subscription.ts'
import type { Agreement, Money, Subscription } from '../domain/subscription.ts'
import { invalid, Problem } from '../problem.ts'
import { adoptLive } from './adopt.ts'
import type { AdoptParts } from './adopt.ts'
import type { Catalogue } from './catalogue.ts'
import { finishClaim } from './finish-claim.ts'
import type { Finished } from './finish-claim.ts'
import { digestsOf, fingerprintOf } from './person.ts'
import type { LedgerKeys } from './person.ts'
import { retrievePromotion, usedBefore } from './promotions.ts'
import { claimCard } from './setup-intents.ts'
import type { Card } from './setup-intents.ts'
import { locateCustomer, noTaxLocation } from './tax-location.ts'
import { underKey } from './under-key.ts'

export type Order = Card & {
  readonly productId: string
  readonly promotionCodeId?: string
  /** The trial that the visitor was shown. */
  readonly expectedTrialDays?: number
  /** The plan's price that the visitor was shown. */
  readonly expectedPrice?: Money
  readonly consent: Agreement
}

type Parts = AdoptParts & {
  readonly catalogue: Catalogue
  readonly ledgerKeys: LedgerKeys
  readonly clock: () => Date
  readonly automaticTax: boolean
}

type Buyer = Pick<User, 'id' | 'email'>

const inProgress = (): Problem =>
  new Problem(
    409,
    'subscription/in-progress',
    'The subscription is being made. Please try again in a moment.',
    { retryAfter: 1 },
  )

export const leaving = (): Problem =>
  new Problem(409, 'account/leaving', 'This account is being deleted.', { retryAfter: 1 })

export const unknownProduct = (): Problem =>
  invalid([{ path: 'productId', code: 'product/unknown', message: 'There is no such product.' }])

const trialUnavailable = (): Problem =>
  new Problem(
    409,
    'subscription/trial-unavailable',
    'The free trial has been used with this card or email address.',
  )

const priceChanged = (): Problem =>
  new Problem(
    409,
    'subscription/price-changed',
    'The price of the plan has changed. Nothing was charged.',
  )

const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency

/**
 * Whether the row's order is the same one. Another price makes it another order, since the visitor
 * agreed to that price.
 */
const isSameOrder = (row: SubscriptionRow, order: Order): boolean =>
  (order.expectedPrice === undefined ||
    isSameMoney(order.expectedPrice, { amount: row.priceAmount, currency: row.priceCurrency })) &&
  row.productId === order.productId &&
  row.paymentMethodId === order.paymentMethodId &&
  row.setupIntentId === order.setupIntentId &&
  row.promotionCodeId === (order.promotionCodeId ?? null)

const claim = async (
  parts: Parts,
  { id: userId, email }: Buyer,
  order: Order,
): Promise<Claimed> => {
  const { db, stripe, catalogue, ledgerKeys, clock, automaticTax } = parts
  const offer = await catalogue.find(order.productId)
  if (offer === null) throw unknownProduct()
  const { expectedPrice = offer.product.price } = order
  if (!isSameMoney(expectedPrice, offer.product.price)) throw priceChanged()
  const { promotionCodeId = null, paymentMethodId, setupIntentId } = order
  const { expectedTrialDays = null, consent: agreement } = order
  const found =
    promotionCodeId === null
      ? null
      : await retrievePromotion(stripe, promotionCodeId, offer, clock())
  const customerId = await claimCard(parts, userId, order)
  if (automaticTax && !(await locateCustomer(stripe, customerId, paymentMethodId)))
    throw noTaxLocation()
  const isFirst = (await startedSubscriptions(db, userId)).length === 0
  const { id: productId, price, trialDays } = offer.product
  const ownTrialDays = isFirst ? trialDays : 0
  const coupon = found?.coupon ?? null
  const isCardAsked = ownTrialDays > 0 || coupon !== null
  const fingerprint = isCardAsked ? await fingerprintOf(stripe, paymentMethodId) : null
  return insertClaim(
    db,
    {
      userId,
      customerId,
      productId,
      priceId: offer.priceId,
      paymentMethodId,
      setupIntentId,
      promotionCodeId,
      discount: found?.promotion ?? null,
      trialDays: ownTrialDays,
      priceAmount: price.amount,
      priceCurrency: price.currency,
    },
    {
      digests: digestsOf(ledgerKeys, { email, fingerprint }),
      coupon,
      expectedTrialDays,
      agreement,
    },
    clock(),
  )
}

/** The row of the claim; null when another order has claimed the place meanwhile. */
const rowOf = (claimed: Claimed): SubscriptionRow | null => {
  switch (claimed.kind) {
    case 'claimed':
      return claimed.row
    case 'taken':
      return null
    case 'leaving':
      throw leaving()
    case 'gone':
      throw unauthenticated()
    case 'trial-unavailable':
      throw trialUnavailable()
    case 'promotion-used':
      throw usedBefore()
  }
}

type Told = { readonly subscription: Subscription; readonly isNew: boolean }

/**
 * Returns the user's live subscription. `isNew` is true only in the first response to its own
 * order. Throws 409 `subscription/already-active` when its product is not the ordered one.
 */
const tell = async ({ db, clock }: Parts, row: SubscriptionRow, order: Order): Promise<Told> => {
  if (row.productId !== order.productId) {
    throw new Problem(
      409,
      'subscription/already-active',
      'There is a subscription to another plan already.',
    )
  }
  const isNew = isSameOrder(row, order) && (await markAnswered(db, row.id))
  // The account was deleted meanwhile.
  if (!isNew && !(await isKept(db, row.id))) throw unauthenticated()
  return { subscription: presentSubscription(row, clock()), isNew }
}

/**
 * Throws the reason why a claim led to no subscription; returns when the order can be tried again.
 */
const refuse = (
  finished: Exclude<Finished, { kind: 'busy' | 'live' }>,
  row: SubscriptionRow,
  order: Order,
): void => {
  // Another order failed or was abandoned, so this one can take its place.
  if (finished.kind === 'nothing' || !isSameOrder(row, order)) return
  if (finished.kind === 'requires-action') {
    const { clientSecret } = finished
    throw new Problem(
      402,
      'payment/requires-action',
      'Your bank asks you to confirm the payment.',
      { clientSecret },
    )
  }
  throw new Problem(402, 'payment/declined', finished.message, {
    declineCode: finished.declineCode,
  })
}

/** How many times an order competes for the user's place before the caller has to retry later. */
const maxTurns = 4

const place = async (parts: Parts, buyer: Buyer, order: Order): Promise<Told> => {
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const occupying =
      (await findOccupying(parts.db, buyer.id)) ??
      (turn === 0 ? await adoptLive(parts, buyer.id) : null)
    if (occupying !== null && isLive(occupying.state)) return tell(parts, occupying, order)
    const row = occupying ?? rowOf(await claim(parts, buyer, order))
    if (row === null) continue
    const finished = await finishClaim(parts, row, { isReplaced: !isSameOrder(row, order) })
    if (finished.kind === 'busy') throw inProgress()
    if (finished.kind === 'live') return tell(parts, finished.row, order)
    // The account was deleted meanwhile.
    if (!(await isKept(parts.db, row.id))) throw unauthenticated()
    refuse(finished, row, order)
  }
  throw inProgress()
}

/**
 * The order as compared with earlier requests under its key. The consent is omitted, since its
 * dates change from day to day and that of the first request is kept.
 */
const sameOrder = ({ consent: _consent, ...order }: Order) => order

/**
 * Creates the user's subscription, or returns the existing one. A claim is stored before the
 * provider is asked; its idempotency key comes from the claim. The same order repeats an unanswered
 * claim under that key; a different order replaces it, unless the provider has already made it. So
 * a crash, retry or race never creates a second or outdated subscription.
 *
 * Throws 402 `payment/declined` or `payment/requires-action`, 409 `idempotency/key-reused`,
 * `subscription/already-active`, `subscription/trial-unavailable`, `subscription/price-changed`,
 * `subscription/in-progress` or `account/leaving`, 422, the promotion problems, or 503
 * `payment/unavailable`.
 */
export const subscribe = (parts: Parts, buyer: Buyer, order: Order, key: string): Promise<Told> =>
  underKey(parts.db, { userId: buyer.id, key, body: sameOrder(order) }, () =>
    place(parts, buyer, order),
  )
