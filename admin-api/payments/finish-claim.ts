import type { Stripe } from 'stripe'
import { isKept, releaseClaim } from '../data/subscriptions.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded, isLive } from '../domain/subscription.ts'
import { invalid } from '../problem.ts'
import { notApplicable } from './promotions.ts'
import {
  isCardError,
  isKeyInUse,
  isMissing,
  isRefusal,
  isRememberedFailure,
  isTaxLocationInvalid,
} from './stripe-errors.ts'
import { paymentOf, subscriptionExpansions, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { noTaxLocation } from './tax-location.ts'
import { refundUnacknowledged, syncOrder } from './unacknowledged-order.ts'

type Parts = SyncParts & {
  readonly clock: () => Date
  /** Whether the provider calculates the tax. */
  readonly automaticTax: boolean
}

export type Finished =
  | { readonly kind: 'live'; readonly row: SubscriptionRow }
  | { readonly kind: 'requires-action'; readonly clientSecret: string }
  | { readonly kind: 'declined'; readonly message: string; readonly declineCode: string | null }
  /** The claim failed and is released. */
  | { readonly kind: 'nothing' }
  /** Another request is waiting for the provider's answer to this claim. */
  | { readonly kind: 'busy' }

type Synced = Awaited<ReturnType<typeof syncRow>>

/** The provider drops idempotency keys after a day; after that only its own records help. */
export const keyLifetimeMs = 23 * 60 * 60 * 1000
/** Longer than a request to the provider can take with its retries, which the settings limit. */
export const answerMs = 60 * 1000

const expand = subscriptionExpansions

const create = async (
  { stripe, automaticTax }: Parts,
  row: SubscriptionRow,
): Promise<Stripe.Subscription> => {
  const created = await stripe.subscriptions.create(
    {
      customer: row.customerId,
      items: [{ price: row.priceId }],
      default_payment_method: row.paymentMethodId,
      payment_behavior: 'allow_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      ...(automaticTax && { automatic_tax: { enabled: true } }),
      ...(row.trialDays > 0 ? { trial_period_days: row.trialDays } : {}),
      ...(row.promotionCodeId === null
        ? {}
        : { discounts: [{ promotion_code: row.promotionCodeId }] }),
      metadata: { claim_id: row.id, user_id: row.userId, product_id: row.productId },
      expand,
    },
    { idempotencyKey: `subscription-${row.id}` },
  )
  // A replayed response shows an old state, so the current one is read.
  const isReplay = created.lastResponse.headers['idempotent-replayed'] === 'true'
  return isReplay ? stripe.subscriptions.retrieve(created.id, { expand }) : created
}

const findAtProvider = async (stripe: Stripe, row: SubscriptionRow): Promise<string | null> => {
  const list = { customer: row.customerId, status: 'all', limit: 100 } as const
  try {
    for await (const subscription of stripe.subscriptions.list(list))
      if (subscription.metadata['claim_id'] === row.id) return subscription.id
  } catch (error) {
    // The customer was deleted, and its subscriptions with it.
    if (!isMissing(error)) throw error
  }
  return null
}

const retrieve = (stripe: Stripe, id: string) => () => stripe.subscriptions.retrieve(id, { expand })

const adoptOrRelease = async (parts: SyncParts, row: SubscriptionRow): Promise<Synced> => {
  const id = await findAtProvider(parts.stripe, row)
  if (id !== null) return syncOrder(parts, row, retrieve(parts.stripe, id))
  await releaseClaim(parts.db, row.id)
  return null
}

const isDecline = (intent: Stripe.PaymentIntent | null): boolean =>
  intent?.status === 'requires_payment_method'

/** Settles an incomplete subscription: its first payment failed or waits for the bank. */
const settleIncomplete = async (
  parts: SyncParts,
  row: SubscriptionRow,
  subscription: Stripe.Subscription,
  keepPending: boolean,
): Promise<Finished> => {
  const { stripe } = parts
  const { latest_invoice: invoice } = subscription
  const intent =
    invoice === null || typeof invoice === 'string' ? null : await paymentOf(stripe, invoice)
  const clientSecret = intent?.client_secret ?? null
  if (!isDecline(intent) && keepPending) {
    const waitsForBank =
      intent?.status === 'requires_action' || intent?.status === 'requires_confirmation'
    return waitsForBank && clientSecret !== null
      ? { kind: 'requires-action', clientSecret }
      : { kind: 'busy' }
  }
  if (intent?.status === 'processing' || intent?.status === 'succeeded') return { kind: 'busy' }
  const cancelled = await syncRow(parts, row.id, () =>
    stripe.subscriptions.cancel(subscription.id, { expand }).catch((error: unknown) => {
      // Another request has already ended it.
      if (isMissing(error)) return retrieve(stripe, subscription.id)()
      throw error
    }),
  )
  if (cancelled !== null && isLive(cancelled.row.state)) return { kind: 'live', row: cancelled.row }
  // It may have been paid after it was read.
  await refundUnacknowledged(stripe, subscription)
  if (!isDecline(intent)) return { kind: 'nothing' }
  const failure = intent?.last_payment_error
  return {
    kind: 'declined',
    message: failure?.message ?? 'Your card was declined.',
    declineCode: failure?.decline_code ?? failure?.code ?? null,
  }
}

/** What a failed create means for the claim. Rethrows errors that leave it open. */
const afterFailedCreate = async (
  parts: Parts,
  row: SubscriptionRow,
  error: unknown,
): Promise<Finished | Synced> => {
  if (isKeyInUse(error)) return { kind: 'busy' }
  if (isRememberedFailure(error)) return adoptOrRelease(parts, row)
  if (!isCardError(error) && !isRefusal(error)) throw error
  // The customer was deleted with the account.
  if (!(await isKept(parts.db, row.id))) return null
  await releaseClaim(parts.db, row.id)
  if (isCardError(error))
    return {
      kind: 'declined',
      message: error.message,
      declineCode: error.decline_code ?? error.code ?? null,
    }
  if (isTaxLocationInvalid(error)) throw noTaxLocation()
  if (error.param?.startsWith('discounts') === true) throw notApplicable()
  if (error.param === 'default_payment_method' || isMissing(error)) {
    throw invalid([
      {
        path: 'paymentMethodId',
        code: 'payment-method/unusable',
        message: 'This card cannot be used.',
      },
    ])
  }
  throw error
}

/** Creates the subscription. Refunds one that ended before its owner learned of it. */
const createOrRefund = async (parts: Parts, row: SubscriptionRow): Promise<Synced> => {
  const synced = await syncOrder(parts, row, () => create(parts, row))
  if (synced !== null && hasEnded(synced.row.state))
    await refundUnacknowledged(parts.stripe, synced.subscription)
  return synced
}

/**
 * Looks for the subscription of an order that another order replaces; `busy` while the provider may
 * still be creating it. Creates nothing, so that the buyer is not charged for both.
 */
const findReplaced = async (parts: Parts, row: SubscriptionRow): Promise<Finished | Synced> => {
  const isOnItsWay = parts.clock().getTime() - row.createdAt.getTime() < answerMs
  if (isOnItsWay && (await findAtProvider(parts.stripe, row)) === null) return { kind: 'busy' }
  return adoptOrRelease(parts, row)
}

const ask = async (
  parts: Parts,
  row: SubscriptionRow,
  isReplaced: boolean,
): Promise<Finished | Synced> => {
  const { stripe, clock } = parts
  if (row.stripeSubscriptionId !== null)
    return syncOrder(parts, row, retrieve(stripe, row.stripeSubscriptionId))
  if (clock().getTime() - row.createdAt.getTime() > keyLifetimeMs) return adoptOrRelease(parts, row)
  if (isReplaced) return findReplaced(parts, row)
  try {
    return await createOrRefund(parts, row)
  } catch (error) {
    return afterFailedCreate(parts, row, error)
  }
}

/**
 * Finishes a claim at the provider, wherever an earlier attempt stopped. With `isReplaced`, another
 * order takes the claim's place: nothing is created, a live subscription that the provider has
 * already created is kept, and otherwise a payment that waits for the bank is cancelled and the
 * claim is released.
 */
export const finishClaim = async (
  parts: Parts,
  row: SubscriptionRow,
  { isReplaced }: { isReplaced: boolean },
): Promise<Finished> => {
  const asked = await ask(parts, row, isReplaced)
  if (asked === null) return { kind: 'nothing' }
  if ('kind' in asked) return asked
  if (isLive(asked.row.state)) return { kind: 'live', row: asked.row }
  if (asked.row.state !== 'incomplete') return { kind: 'nothing' }
  return settleIncomplete(parts, row, asked.subscription, !isReplaced)
}

/**
 * Settles a claim too old to be repeated under its idempotency key. If the provider has a
 * subscription for it, that one is stored, and cancelled when its first payment failed or waits for
 * the bank. Otherwise the claim is released. Nothing is created.
 */
export const settleOldClaim = async (parts: SyncParts, row: SubscriptionRow): Promise<void> => {
  const synced = await adoptOrRelease(parts, row)
  if (synced?.row.state === 'incomplete')
    await settleIncomplete(parts, row, synced.subscription, false)
}
