import type { Invoice } from '#core/model/invoice.ts'
import { isLive } from '#core/model/subscription.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { Subscription } from '#core/model/subscription.ts'
import type {
  CardReplacement,
  ChangePlanOutcome,
  ChangeSubscriptionOutcome,
  CheckPromotionOutcome,
  CreateSubscriptionOutcome,
  PlanChangeOrder,
  PreviewPlanChangeOutcome,
  PromotionRefusal,
  ReplaceCardOutcome,
  Subscriber,
  SubscriptionOrder,
  WithdrawOutcome,
} from '#core/ports/admin-api.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import { createCardBook, invalid } from './memory-cards.ts'
import type { MemoryCards } from './memory-cards.ts'
import { createPlanChanges } from './memory-plan-changes.ts'
import { dueOf, oneInterval } from './memory-proration.ts'
import { createSubscriptionBook } from './memory-subscriptions.ts'
import type { MemorySubscription } from './memory-subscriptions.ts'

export type MemoryPromotionCode = {
  readonly promotion: Promotion
  readonly state: 'valid' | 'expired' | 'used-up'
  /** Product ids it is for; all when absent. */
  readonly productIds?: readonly string[]
}

type Options = {
  readonly products: readonly Product[]
  readonly promotionCodes: readonly MemoryPromotionCode[]
  readonly cards: MemoryCards
  readonly clock: Pick<ClockPort, 'now'>
}

type Declined = Extract<ReplaceCardOutcome, { readonly kind: 'declined' }>
type Buyer = { readonly id: string; readonly email: string }

const TRIAL = 'trial'

/** The address without its tag: addresses that differ only in the tag reach the same mailbox. */
export const mailboxOf = (email: string): string => {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${local.split('+', 1)[0]}@${domain}`
}

const DAY = 24 * 60 * 60 * 1000
const GRACE_DAYS = 7
const RETRY_DAYS = 3

const refusalOf = (
  { state, productIds }: MemoryPromotionCode,
  productId: string,
): PromotionRefusal | null => {
  if (state !== 'valid') return state
  return productIds === undefined || productIds.includes(productId) ? null : 'not-for-this-plan'
}

const keyOf = (userId: string, key: string) => JSON.stringify([userId, key])

/** Cards, promotion codes and subscriptions of the memory admin API. */
export const createMemoryBilling = ({ products, promotionCodes, cards, clock }: Options) => {
  const cardBook = createCardBook(cards, clock)
  const subscriptions = createSubscriptionBook()
  const planChanges = createPlanChanges({
    book: subscriptions,
    products,
    isFor: (promotion, productId) => {
      const code = promotionCodes.find((each) => each.promotion.id === promotion.id)
      return code?.productIds?.includes(productId) ?? true
    },
    clock,
  })
  const requestOfKey = new Map<string, string>()
  const refusalOfKey = new Map<string, Declined>()
  const changedKeys = new Set<string>()
  /**
   * The mailboxes and cards that have had the trial or a promotion, by its id; they outlive the
   * accounts.
   */
  const usedOffers = new Map<string, Set<string>>()

  const hasUsed = (offer: string, ...keys: readonly string[]): boolean =>
    keys.some((key) => usedOffers.get(offer)?.has(key))
  const use = (offer: string, keys: readonly string[]) => {
    usedOffers.set(offer, new Set([...(usedOffers.get(offer) ?? []), ...keys]))
  }

  /**
   * Binds the key to the request and returns the refusal stored under it, if any. Throws when the
   * key belongs to another request.
   */
  const bindKey = (userId: string, key: string, request: string): Declined | null => {
    const own = keyOf(userId, key)
    if ((requestOfKey.get(own) ?? request) !== request)
      throw new Error('The idempotency key belongs to another request.')
    requestOfKey.set(own, request)
    return refusalOfKey.get(own) ?? null
  }

  const entriesOf = (userId: string) => {
    planChanges.beginPeriods()
    subscriptions.closeWithdrawals(clock.now())
    return subscriptions.all().filter((each) => each.userId === userId)
  }
  const ofUser = (userId: string) => entriesOf(userId).map(({ subscription }) => subscription)
  const liveOf = (userId: string) => ofUser(userId).find(isLive) ?? null

  const start = (
    userId: string,
    product: Product,
    promotion: Promotion | null,
    trialDays: number,
    { paymentMethodId, consent: { text, version } }: SubscriptionOrder,
  ): Subscription => {
    const now = clock.now()
    const at = subscriptions.all().length
    const paid = dueOf(product, promotion)
    const trialEnd = trialDays > 0 ? new Date(now.getTime() + trialDays * DAY) : null
    const subscription: Subscription = {
      id: `subscription-${at + 1}`,
      productId: product.id,
      status: trialEnd === null ? 'active' : 'trialing',
      price: product.price,
      trialEnd: trialEnd?.toISOString() ?? null,
      currentPeriodEnd: (trialEnd ?? oneInterval(now, product.interval)).toISOString(),
      cancelAtPeriodEnd: false,
      discount: promotion,
      paymentMethod: cardBook.savedCardOf(paymentMethodId),
      openInvoice: null,
      graceEndsAt: null,
      withdrawableUntil: null,
      pendingChange: null,
      consent: {
        text,
        version,
        productId: product.id,
        price: product.price,
        discount: promotion,
        trialEnd: trialEnd?.toISOString() ?? null,
        agreedAt: now.toISOString(),
      },
      changeConsents: [],
    }
    subscriptions.add({
      userId,
      subscription,
      invoices: [],
      paymentMethodId,
      period: trialEnd === null ? { start: now.toISOString(), paid } : null,
    })
    subscriptions.addInvoice(at, {
      createdAt: now.toISOString(),
      status: 'paid',
      total: trialEnd === null ? paid : { ...paid, amount: 0 },
    })
    return subscriptions.at(at)?.subscription ?? subscription
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
    const { price } = product
    const { amount, currency } = order.expectedPrice ?? price
    if (amount !== price.amount || currency !== price.currency) return { kind: 'price-changed' }
    const code =
      promotionCodes.find(({ promotion }) => promotion.id === order.promotionCodeId) ?? null
    if (order.promotionCodeId !== undefined && code === null)
      return { kind: 'promotion-refused', reason: 'unknown' }
    const reason = code && refusalOf(code, product.id)
    if (reason !== null) return { kind: 'promotion-refused', reason }
    const cardRefusal = cardBook.refuse(userId, order)
    if (cardRefusal !== null) return cardRefusal

    const promotion = code?.promotion ?? null
    const card = cardBook.numberOf(order.paymentMethodId)
    const keys = [mailboxOf(buyer.email), card]
    const isOnce = promotion !== null && promotion.duration !== 'forever'
    if (isOnce && hasUsed(promotion.id, ...keys))
      return { kind: 'promotion-refused', reason: 'used-before' }
    const trialDays = isTrialSpent(buyer, card) ? 0 : product.trialDays
    if (trialDays < (order.expectedTrialDays ?? 0)) return { kind: 'trial-unavailable' }
    const isChargedNow = trialDays === 0 && dueOf(product, promotion).amount > 0
    const charge = isChargedNow ? cardBook.charge(request, order.paymentMethodId) : null
    if (charge !== null && charge.kind !== 'paid') return charge
    if (isOnce) use(promotion.id, keys)
    if (trialDays > 0) use(TRIAL, keys)
    return {
      kind: 'created',
      subscription: start(userId, product, promotion, trialDays, order),
    }
  }

  const { change, indexOf } = subscriptions

  return {
    createSetupIntent: cardBook.createSetupIntent,
    wasBegunBeforeAccount: cardBook.wasBegunBeforeAccount,

    checkPromotionCode: (typed: string, productId: string): CheckPromotionOutcome => {
      const code = promotionCodes.find(
        ({ promotion }) => promotion.code.toLowerCase() === typed.trim().toLowerCase(),
      )
      if (code === undefined) return { kind: 'unknown' }
      const refusal = refusalOf(code, productId)
      return refusal === null ? { kind: 'applies', promotion: code.promotion } : { kind: refusal }
    },

    /** Judged without a card, although the card may have had its own trial. */
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
        expectedPrice,
      } = order
      const request = JSON.stringify([
        buyer.id,
        productId,
        paymentMethodId,
        setupIntentId,
        setupIntentClientSecret,
        promotionCodeId,
        expectedTrialDays,
        expectedPrice,
      ])
      const outcome = bindKey(buyer.id, key, request) ?? place(buyer, request, order)
      if (outcome.kind === 'declined') refusalOfKey.set(keyOf(buyer.id, key), outcome)
      return outcome
    },

    /** The user's live subscription, else the newest one, else null. */
    subscriptionOf: (userId: string): Subscription | null =>
      liveOf(userId) ?? ofUser(userId).at(-1) ?? null,

    subscriberOf: (userId: string, firstSeen: string): Subscriber => {
      const own = entriesOf(userId).map(({ subscription, endedAt }) => ({
        product_identifier: subscription.productId,
        expires_date: endedAt ?? subscription.currentPeriodEnd,
      }))
      const newest = own.at(-1)
      return {
        first_seen: firstSeen,
        entitlements: newest ? { coaching: newest } : {},
        subscriptions: Object.fromEntries(
          own.map(({ product_identifier, expires_date }) => [product_identifier, { expires_date }]),
        ),
      }
    },

    setCancelAtPeriodEnd: (
      userId: string,
      id: string,
      cancelAtPeriodEnd: boolean,
    ): ChangeSubscriptionOutcome => {
      const isOwnAndLive = liveOf(userId)?.id === id
      const changes = { cancelAtPeriodEnd, ...(cancelAtPeriodEnd && { pendingChange: null }) }
      const subscription = isOwnAndLive ? change(indexOf(userId, id), changes) : null
      return subscription === null ? { kind: 'ended' } : { kind: 'changed', subscription }
    },

    replaceCard: (
      userId: string,
      id: string,
      card: CardReplacement,
      key: string,
    ): ReplaceCardOutcome => {
      const live = liveOf(userId)
      if (live?.id !== id) return { kind: 'ended' }
      const due = live.openInvoice?.amount ?? null
      const { expectedDue = due } = card
      if (due !== null && due.amount !== expectedDue?.amount) return { kind: 'due-changed' }
      const request = JSON.stringify(['replace-card', userId, id, card])
      const refusal = bindKey(userId, key, request) ?? cardBook.refuse(userId, card)
      if (refusal !== null) return refusal
      const at = indexOf(userId, id)
      if (live.openInvoice !== null) {
        const charge = cardBook.charge(request, card.paymentMethodId)
        if (charge.kind === 'declined') refusalOfKey.set(keyOf(userId, key), charge)
        if (charge.kind !== 'paid') return charge
      }
      subscriptions.update(at, { paymentMethodId: card.paymentMethodId })
      const isPaused = live.status === 'paused'
      change(at, {
        paymentMethod: cardBook.savedCardOf(card.paymentMethodId),
        openInvoice: null,
        graceEndsAt: null,
        ...(live.openInvoice !== null && !isPaused && { status: 'active' }),
      })
      if (live.openInvoice !== null) subscriptions.payInvoice(at, clock.now())
      const { subscription = null } = subscriptions.at(at) ?? {}
      return subscription === null ? { kind: 'ended' } : { kind: 'replaced', subscription }
    },

    previewPlanChange: (userId: string, id: string, productId: string): PreviewPlanChangeOutcome =>
      liveOf(userId)?.id === id
        ? planChanges.preview(indexOf(userId, id), productId)
        : { kind: 'ended' },

    changePlan: (
      userId: string,
      id: string,
      { consent, ...preview }: PlanChangeOrder,
      key: string,
    ): ChangePlanOutcome => {
      const live = liveOf(userId)
      if (live?.id !== id) return { kind: 'ended' }
      const request = JSON.stringify(['change-plan', userId, id, preview.id, preview.productId])
      const refusal = bindKey(userId, key, request)
      if (refusal !== null) return refusal
      const own = keyOf(userId, key)
      if (changedKeys.has(own)) return { kind: 'changed', subscription: live }
      const at = indexOf(userId, id)
      const charge = () => cardBook.charge(request, subscriptions.at(at)?.paymentMethodId ?? '')
      const outcome = planChanges.order(at, preview, charge)
      if (outcome.kind === 'declined') refusalOfKey.set(own, outcome)
      if (outcome.kind === 'changed') changedKeys.add(own)
      if (outcome.kind !== 'changed' || consent === undefined) return outcome
      const product = products.find(({ id: each }) => each === preview.productId)
      const { discount, trialEnd, status, changeConsents } = outcome.subscription
      const agreed = {
        ...consent,
        productId: preview.productId,
        price: product?.price ?? live.price,
        discount,
        trialEnd: status === 'trialing' ? trialEnd : null,
        agreedAt: clock.now().toISOString(),
      }
      const subscription = change(at, { changeConsents: [agreed, ...changeConsents] })
      return subscription === null ? { kind: 'ended' } : { kind: 'changed', subscription }
    },

    withdraw: (userId: string, id: string, key: string): WithdrawOutcome => {
      const own = ofUser(userId).find((each) => each.id === id)
      if (own === undefined) return { kind: 'ended' }
      bindKey(userId, key, JSON.stringify(['withdraw', userId, id]))
      const at = indexOf(userId, id)
      if (own.withdrawableUntil !== null) subscriptions.refund(at, clock.now())
      const { subscription, invoices } = subscriptions.at(at) ?? { subscription: own, invoices: [] }
      const refunds = invoices.flatMap(({ refunded }) => refunded ?? [])
      if (refunds.length === 0) return { kind: 'withdrawal-over' }
      const amount = refunds.reduce((sum, each) => sum + each.amount, 0)
      return { kind: 'withdrawn', subscription, refunded: { ...own.price, amount } }
    },

    /** Makes the renewal payment of the user's live subscription fail. */
    failRenewal: (userId: string) => {
      const live = liveOf(userId)
      const product = products.find(({ id }) => id === live?.productId)
      if (live === null || product === undefined) return
      const at = indexOf(userId, live.id)
      const now = clock.now()
      const after = (days: number) => new Date(now.getTime() + days * DAY).toISOString()
      const total = dueOf(product, null)
      change(at, {
        status: 'past_due',
        trialEnd: live.trialEnd === null ? null : now.toISOString(),
        currentPeriodEnd: oneInterval(now, product.interval).toISOString(),
        openInvoice: {
          amount: total,
          attemptedAt: now.toISOString(),
          nextAttemptAt: after(RETRY_DAYS),
        },
        graceEndsAt: after(GRACE_DAYS),
      })
      subscriptions.update(at, { period: { start: now.toISOString(), paid: total } })
      subscriptions.addInvoice(at, { createdAt: now.toISOString(), status: 'open', total })
    },

    invoicesOf: (userId: string, id: string): readonly Invoice[] =>
      subscriptions.at(indexOf(userId, id))?.invoices ?? [],

    /** Ends the user's live subscription immediately, if there is one. */
    endSubscription: (userId: string) => {
      const live = liveOf(userId)
      if (live !== null) change(indexOf(userId, live.id), { status: 'canceled' })
    },

    setupIntents: cardBook.setupIntents,
    subscriptions: (): readonly MemorySubscription[] => subscriptions.all(),
  }
}
