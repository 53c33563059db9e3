import type { FieldError } from '#core/model/failures.ts'
import type { Invoice } from '#core/model/invoice.ts'
import { subtract } from '#core/model/money.ts'
import type { Money } from '#core/model/money.ts'
import { discountOf } from '#core/model/plan.ts'
import { isLive } from '#core/model/subscription.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type {
  ChangeSubscriptionOutcome,
  CheckPromotionOutcome,
  CreateSetupIntentOutcome,
  CreateSubscriptionOutcome,
  Invalid,
  PromotionRefusal,
  SetupIntent,
  SetupIntentRequest,
  Subscriber,
  SubscriptionOrder,
} from '#core/ports/admin-api.ts'
import type { ClockPort } from '#core/ports/clock.ts'

export type MemoryPromotionCode = {
  readonly promotion: Promotion
  readonly state: 'valid' | 'expired' | 'used-up'
  /** Product ids it is for; all when absent. */
  readonly productIds?: readonly string[]
}

/** What the memory payments port knows of cards. */
export type MemoryCards = {
  readonly confirmations: readonly {
    readonly clientSecret: string
    readonly paymentMethodId: string
    readonly cardNumber: string
  }[]
  readonly authentications: readonly string[]
}

export type MemorySubscription = {
  readonly userId: string
  readonly subscription: Subscription
  /** Newest first. */
  readonly invoices: readonly Invoice[]
}

type Intent = SetupIntent & {
  readonly billingEmail: string
  readonly createdAt: number
  /** A visitor began it in the quick journey, where the account comes after the card. */
  readonly isBeforeAccount: boolean
  userId: string | null
}
type Charge =
  | { readonly kind: 'paid' }
  | { readonly kind: 'declined'; readonly declineCode: string; readonly message: string }
  | { readonly kind: 'asks-bank' }

type Options = {
  readonly products: readonly Product[]
  readonly promotionCodes: readonly MemoryPromotionCode[]
  readonly cards: MemoryCards
  readonly clock: Pick<ClockPort, 'now'>
}

type Buyer = { readonly id: string; readonly email: string }

const TRIAL = 'trial'

/** Addresses with another tag reach the same mailbox. */
const mailboxOf = (email: string): string => {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${local.split('+', 1)[0]}@${domain}`
}

const DAY = 24 * 60 * 60 * 1000
const INTENT_LIFETIME = DAY

/** Cards that can be saved but not simply charged, by their last four digits as `pm_memory_0341_1` holds them. */
const chargeByLastFour: Readonly<Record<string, Charge>> = {
  '0341': { kind: 'declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  '3178': {
    kind: 'declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '3184': { kind: 'asks-bank' },
}

const chargeOf = (paymentMethodId: string): Charge =>
  chargeByLastFour[/_(\d{4})_/.exec(paymentMethodId)?.[1] ?? ''] ?? { kind: 'paid' }

const isEmail = (email: string) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)

const invalid = (path: string, code: string, message: string): Invalid => {
  const error: FieldError = { path, code, message }
  return { kind: 'invalid', errors: [error] }
}

const oneInterval = (from: Date, interval: Product['interval']): Date => {
  const end = new Date(from)
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1)
  else end.setUTCMonth(end.getUTCMonth() + 1)
  return end
}

const dueOf = (product: Product, promotion: Promotion | null): Money =>
  subtract(product.price, discountOf(product, promotion).amount)

const refusalOf = (
  { state, productIds }: MemoryPromotionCode,
  productId: string,
): PromotionRefusal | null => {
  if (state !== 'valid') return state
  return productIds === undefined || productIds.includes(productId) ? null : 'not-for-this-plan'
}

/** Cards, promotion codes and subscriptions of the memory admin API. */
export const createMemoryBilling = ({ products, promotionCodes, cards, clock }: Options) => {
  const intents = new Map<string, Intent>()
  const subscriptions: MemorySubscription[] = []
  const requestOfKey = new Map<string, string>()
  const refusalOfKey = new Map<string, CreateSubscriptionOutcome>()
  const challenges = new Map<string, string>()
  /** The mailboxes and cards that have had the trial or a promotion, by its id; they outlive the accounts. */
  const usedOffers = new Map<string, Set<string>>()

  const hasUsed = (offer: string, ...keys: readonly string[]): boolean =>
    keys.some((key) => usedOffers.get(offer)?.has(key))
  const use = (offer: string, keys: readonly string[]) => {
    usedOffers.set(offer, new Set([...(usedOffers.get(offer) ?? []), ...keys]))
  }

  const ofUser = (userId: string) =>
    subscriptions.filter((each) => each.userId === userId).map(({ subscription }) => subscription)
  const liveOf = (userId: string) => ofUser(userId).find(isLive) ?? null

  /** Why the setup intent did not take this card for this user; null when it did. */
  const refuseCard = (
    userId: string,
    order: SubscriptionOrder,
  ): CreateSubscriptionOutcome | null => {
    const { setupIntentId, setupIntentClientSecret, paymentMethodId } = order
    const intent = intents.get(setupIntentId)
    const isOwn =
      intent?.clientSecret === setupIntentClientSecret && [null, userId].includes(intent.userId)
    if (intent === undefined || !isOwn) {
      return invalid('setupIntentId', 'setup-intent/unknown', 'There is no such SetupIntent.')
    }
    if (clock.now().getTime() - intent.createdAt > INTENT_LIFETIME)
      return { kind: 'setup-intent-expired' }
    const confirmed = cards.confirmations.find(
      ({ clientSecret }) => clientSecret === intent.clientSecret,
    )
    if (confirmed === undefined) {
      return invalid(
        'setupIntentId',
        'setup-intent/not-succeeded',
        'The card has not been confirmed yet.',
      )
    }
    if (confirmed.paymentMethodId !== paymentMethodId) {
      return invalid(
        'paymentMethodId',
        'payment-method/mismatch',
        'The SetupIntent was confirmed with another card.',
      )
    }
    intent.userId = userId
    return null
  }

  const start = (
    userId: string,
    product: Product,
    promotion: Promotion | null,
    trialDays: number,
  ): Subscription => {
    const now = clock.now()
    const trialEnd = trialDays > 0 ? new Date(now.getTime() + trialDays * DAY) : null
    const subscription: Subscription = {
      id: `subscription-${subscriptions.length + 1}`,
      productId: product.id,
      status: trialEnd === null ? 'active' : 'trialing',
      price: product.price,
      trialEnd: trialEnd?.toISOString() ?? null,
      currentPeriodEnd: (trialEnd ?? oneInterval(now, product.interval)).toISOString(),
      cancelAtPeriodEnd: false,
      discount: promotion,
    }
    const invoice: Invoice = {
      id: `invoice-${subscriptions.length + 1}`,
      number: `MEMORY-${subscriptions.length + 1}`,
      createdAt: now.toISOString(),
      status: 'paid',
      total: trialEnd === null ? dueOf(product, promotion) : { ...product.price, amount: 0 },
      url: null,
    }
    subscriptions.push({ userId, subscription, invoices: [invoice] })
    return subscription
  }

  /** Null when the charge went through. */
  const charge = (
    request: string,
    { paymentMethodId }: SubscriptionOrder,
  ): CreateSubscriptionOutcome | null => {
    const outcome = chargeOf(paymentMethodId)
    if (outcome.kind === 'declined') return outcome
    if (outcome.kind === 'paid') return null
    const clientSecret = challenges.get(request) ?? `pi_memory_${challenges.size + 1}_secret`
    challenges.set(request, clientSecret)
    return cards.authentications.includes(clientSecret)
      ? null
      : { kind: 'action-required', clientSecret }
  }

  const isTrialSpent = ({ id, email }: Buyer, ...cards: readonly string[]): boolean =>
    ofUser(id).length > 0 || hasUsed(TRIAL, mailboxOf(email), ...cards)

  const place = (
    buyer: Buyer,
    request: string,
    order: SubscriptionOrder,
  ): CreateSubscriptionOutcome => {
    const userId = buyer.id
    const live = liveOf(userId)
    if (live !== null) {
      return live.productId === order.productId
        ? { kind: 'already-subscribed', subscription: live }
        : { kind: 'other-plan-active' }
    }
    const product = products.find(({ id }) => id === order.productId)
    if (product === undefined)
      return invalid('productId', 'product/unknown', 'There is no such product.')
    const code =
      promotionCodes.find(({ promotion }) => promotion.id === order.promotionCodeId) ?? null
    if (order.promotionCodeId !== undefined && code === null)
      return { kind: 'promotion-refused', reason: 'unknown' }
    const reason = code && refusalOf(code, product.id)
    if (reason !== null) return { kind: 'promotion-refused', reason }
    const cardRefusal = refuseCard(userId, order)
    if (cardRefusal !== null) return cardRefusal

    const promotion = code?.promotion ?? null
    const card =
      cards.confirmations.find(({ paymentMethodId }) => paymentMethodId === order.paymentMethodId)
        ?.cardNumber ?? ''
    const keys = [mailboxOf(buyer.email), card]
    const isOnce = promotion !== null && promotion.duration !== 'forever'
    if (isOnce && hasUsed(promotion.id, ...keys))
      return { kind: 'promotion-refused', reason: 'used-before' }
    const trialDays = isTrialSpent(buyer, card) ? 0 : product.trialDays
    if (trialDays < (order.expectedTrialDays ?? 0)) return { kind: 'trial-unavailable' }
    const isChargedNow = trialDays === 0 && dueOf(product, promotion).amount > 0
    const unpaid = isChargedNow ? charge(request, order) : null
    if (unpaid) return unpaid
    if (isOnce) use(promotion.id, keys)
    if (trialDays > 0) use(TRIAL, keys)
    return { kind: 'created', subscription: start(userId, product, promotion, trialDays) }
  }

  const indexOf = (userId: string, id: string): number =>
    subscriptions.findIndex((each) => each.userId === userId && each.subscription.id === id)

  const change = (at: number, changes: Partial<Subscription>): Subscription | null => {
    const kept = subscriptions[at]
    if (kept === undefined) return null
    const subscription = { ...kept.subscription, ...changes }
    subscriptions[at] = { ...kept, subscription }
    return subscription
  }

  return {
    createSetupIntent: (
      request: SetupIntentRequest,
      userId: string | null,
      passesChallenge: () => boolean,
    ): CreateSetupIntentOutcome => {
      const { billingEmail, journey } = request
      if (!isEmail(billingEmail.trim()) || billingEmail.includes('\0'))
        return invalid('billingEmail', 'field/invalid', 'It must be an email address.')
      if (!passesChallenge()) return { kind: 'challenge-failed' }
      const id = `seti_memory_${intents.size + 1}`
      const setupIntent = {
        id,
        clientSecret: `${id}_secret`,
        customerId: `customer-of-${userId ?? id}`,
      }
      intents.set(id, {
        ...setupIntent,
        billingEmail: billingEmail.trim(),
        createdAt: clock.now().getTime(),
        isBeforeAccount: userId === null && journey === 'enroll',
        userId,
      })
      return { kind: 'created', setupIntent }
    },

    wasBegunBeforeAccount: (id: string): boolean => intents.get(id)?.isBeforeAccount ?? false,

    checkPromotionCode: (typed: string, productId: string): CheckPromotionOutcome => {
      const code = promotionCodes.find(
        ({ promotion }) => promotion.code.toLowerCase() === typed.trim().toLowerCase(),
      )
      if (code === undefined) return { kind: 'unknown' }
      const refusal = refusalOf(code, productId)
      return refusal === null ? { kind: 'applies', promotion: code.promotion } : { kind: refusal }
    },

    /** As far as is known without a card. */
    isTrialSpent: (buyer: Buyer): boolean => isTrialSpent(buyer),

    createSubscription: (
      buyer: Buyer,
      order: SubscriptionOrder,
      key: string,
    ): CreateSubscriptionOutcome => {
      const {
        productId,
        paymentMethodId,
        setupIntentId,
        setupIntentClientSecret,
        promotionCodeId,
        expectedTrialDays,
      } = order
      const request = JSON.stringify([
        buyer.id,
        productId,
        paymentMethodId,
        setupIntentId,
        setupIntentClientSecret,
        promotionCodeId,
        expectedTrialDays,
      ])
      const ownKey = JSON.stringify([buyer.id, key])
      if ((requestOfKey.get(ownKey) ?? request) !== request) {
        throw new Error('The idempotency key belongs to another request.')
      }
      requestOfKey.set(ownKey, request)
      const outcome = refusalOfKey.get(ownKey) ?? place(buyer, request, order)
      if (outcome.kind === 'declined') refusalOfKey.set(ownKey, outcome)
      return outcome
    },

    /** The live one, else the one that ended last, else null. */
    subscriptionOf: (userId: string): Subscription | null =>
      liveOf(userId) ?? ofUser(userId).at(-1) ?? null,

    subscriberOf: (userId: string, firstSeen: string): Subscriber => {
      const newest = ofUser(userId).at(-1)
      return {
        first_seen: firstSeen,
        entitlements: newest
          ? {
              coaching: {
                expires_date: newest.currentPeriodEnd,
                product_identifier: newest.productId,
              },
            }
          : {},
        subscriptions: Object.fromEntries(
          ofUser(userId).map(({ productId, currentPeriodEnd }) => [
            productId,
            { expires_date: currentPeriodEnd },
          ]),
        ),
      }
    },

    setCancelAtPeriodEnd: (
      userId: string,
      id: string,
      cancelAtPeriodEnd: boolean,
    ): ChangeSubscriptionOutcome => {
      const isOwnAndLive = liveOf(userId)?.id === id
      const subscription = isOwnAndLive ? change(indexOf(userId, id), { cancelAtPeriodEnd }) : null
      return subscription === null ? { kind: 'ended' } : { kind: 'changed', subscription }
    },

    invoicesOf: (userId: string, id: string): readonly Invoice[] =>
      subscriptions[indexOf(userId, id)]?.invoices ?? [],

    /** Ends the user's live subscription at once, if there is one. */
    endSubscription: (userId: string) => {
      const live = liveOf(userId)
      if (live !== null) change(indexOf(userId, live.id), { status: 'canceled' })
    },

    setupIntents: (): readonly Readonly<Intent>[] => [...intents.values()],
    subscriptions: (): readonly MemorySubscription[] => [...subscriptions],
  }
}
