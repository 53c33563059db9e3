import { internalErrors } from '#core/model/internal-errors.ts'
import type { Order } from '#core/model/order.ts'
import type { Product } from '#core/model/plan.ts'
import { isStopped } from '#core/model/subscription.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type { CreateSubscriptionOutcome, PromotionRefusal } from '#core/ports/admin-api.ts'
import type { AuthUser } from '#core/ports/auth.ts'
import type { Ports } from '#core/ports/ports.ts'
import { checkEmailVerified } from './verify-email.ts'

type OrderOutcome =
  | { readonly kind: 'subscribed'; readonly subscription: Subscription }
  /** Another plan is live, or a subscription is unpaid or paused. Nothing was ordered. */
  | { readonly kind: 'already-subscribed'; readonly subscription: Subscription }
  | { readonly kind: 'declined' | 'authentication-failed'; readonly message: string }
  /**
   * A trial was shown but is unavailable. Nothing was charged; the order can be placed without it.
   */
  | { readonly kind: 'trial-unavailable' }
  /**
   * The price has changed; `product` has the new one. Nothing was charged; it can be ordered
   * instead.
   */
  | { readonly kind: 'price-changed'; readonly product: Product }
  /** The promotion ended or was used up meanwhile. The order can be placed without it. */
  | { readonly kind: 'promotion-refused'; readonly reason: PromotionRefusal }
  /** The card was entered too long ago, and has to be entered again. */
  | { readonly kind: 'card-expired' }
  | { readonly kind: 'email-unverified' | 'rejected' }

export type SubscribeOutcome =
  /** `user` is the user as just reloaded from the provider; absent when it was not reloaded. */
  (OrderOutcome & { readonly user?: AuthUser }) | { readonly kind: 'signed-out' }

type OrderPorts = Pick<Ports, 'adminApi' | 'payments' | 'analytics'>

/**
 * Starts the subscription with a saved card, but not without a trial that was shown. An order
 * refused because the email is unverified is placed again, once, if the provider says otherwise.
 */
export const subscribe =
  (ports: OrderPorts & Pick<Ports, 'auth'>) =>
  async (input: Order): Promise<SubscribeOutcome> => {
    const outcome = await order(ports, input)
    if (outcome.kind !== 'email-unverified') return outcome
    // The server may have seen an ID token from before the confirmation; the check renews it.
    const check = await checkEmailVerified(ports)()
    switch (check.kind) {
      case 'signed-out':
        return check
      case 'not-yet':
        return { ...outcome, user: check.user }
      case 'verified':
        return { ...(await order(ports, input)), user: check.user }
    }
  }

/**
 * Places one order. The idempotency key is made from the order and its card, so a double click, a
 * retry or a reload asks for the same subscription, never a second one.
 */
const order = async (
  { adminApi, payments, analytics }: OrderPorts,
  { product, promotion, ...rest }: Order,
): Promise<OrderOutcome> => {
  const { journey, consent, setupIntentId, setupIntentClientSecret, paymentMethodId } = rest
  if (paymentMethodId === '') throw new Error(internalErrors.paymentMethodMissing)
  const request = {
    productId: product.id,
    paymentMethodId,
    setupIntentId,
    setupIntentClientSecret,
    journey,
    consent,
    expectedTrialDays: product.trialDays,
    expectedPrice: product.price,
    ...(promotion && { promotionCodeId: promotion.id }),
  }
  const { id, trialDays, price } = product
  const key = [
    setupIntentId,
    id,
    promotion?.id ?? 'none',
    trialDays,
    price.amount,
    price.currency,
  ].join('.')
  const create = () => adminApi.createSubscription(request, key)

  const first = await create()
  if (first.kind !== 'action-required') return conclude(first, id, { adminApi, analytics })
  const authentication = await payments.authenticate(first.clientSecret)
  if (authentication.kind !== 'authenticated') return authentication
  return conclude(await create(), id, { adminApi, analytics })
}

/**
 * Whether the saved card must be forgotten: it was used or refused, and the next person on this
 * device must not find it.
 */
export const isCardUsedUp = ({ kind }: Pick<SubscribeOutcome, 'kind'>): boolean => {
  switch (kind) {
    case 'subscribed':
    case 'already-subscribed':
    case 'declined':
    case 'authentication-failed':
    case 'rejected':
    case 'card-expired':
      return true
    case 'trial-unavailable':
    case 'price-changed':
    case 'promotion-refused':
    case 'email-unverified':
    case 'signed-out':
      return false
  }
}

const conclude = async (
  outcome: CreateSubscriptionOutcome,
  productId: string,
  { adminApi, analytics }: Pick<Ports, 'adminApi' | 'analytics'>,
): Promise<OrderOutcome> => {
  switch (outcome.kind) {
    case 'created': {
      const { status, productId, trialEnd } = outcome.subscription
      if (status === 'trialing' && trialEnd !== null) {
        analytics.track({ name: 'web_free_trial', properties: { plan: productId, trialEnd } })
      }
      return { kind: 'subscribed', subscription: outcome.subscription }
    }
    case 'already-subscribed': {
      const { subscription } = outcome
      return { kind: isStopped(subscription) ? 'already-subscribed' : 'subscribed', subscription }
    }
    case 'other-plan-active': {
      const { subscription } = await adminApi.profile()
      return subscription === null
        ? { kind: 'rejected' }
        : { kind: 'already-subscribed', subscription }
    }
    case 'declined':
      return { kind: 'declined', message: outcome.message }
    case 'promotion-refused':
      return outcome
    case 'email-unverified':
    case 'trial-unavailable':
      return { kind: outcome.kind }
    case 'price-changed': {
      const product = (await adminApi.offers()).products.find(({ id }) => id === productId)
      return product === undefined ? { kind: 'rejected' } : { kind: 'price-changed', product }
    }
    case 'setup-intent-expired':
      return { kind: 'card-expired' }
    case 'action-required':
    case 'invalid':
      return { kind: 'rejected' }
  }
}
