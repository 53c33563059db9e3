import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { eventsOf } from '../domain/analytics-events.ts'
import { causesOf } from '../domain/notice-rules.ts'
import {
  consentOf,
  hasEnded,
  isLive,
  isUnpaidFor,
  trialEndAfter,
  withdrawableUntil,
} from '../domain/subscription.ts'
import type {
  Agreement,
  Charged,
  Money,
  OpenInvoice,
  PlannedChange,
  Promotion,
  SavedCard,
  Subscription,
  SubscriptionStatus,
} from '../domain/subscription.ts'
import type { Database } from './database.ts'
import { subscriptions, users } from './schema.ts'
import { recordSubscriptionNotices } from './subscription-notices.ts'
import { releaseOffers, reserveOffer, settleOffers, trial } from './used-offers.ts'
import type { Digests } from './used-offers.ts'
import { isLeaving, leavingColumns, reviseUser } from './users.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

export type Claim = Pick<
  SubscriptionRow,
  | 'userId'
  | 'customerId'
  | 'productId'
  | 'priceId'
  | 'paymentMethodId'
  | 'setupIntentId'
  | 'promotionCodeId'
  | 'trialDays'
  | 'priceAmount'
  | 'priceCurrency'
  | 'discount'
>

/** A snapshot of a subscription at the provider. */
export type Snapshot = {
  readonly stripeSubscriptionId: string
  readonly productId: string
  readonly priceId: string
  readonly state: SubscriptionStatus
  readonly priceAmount: number
  readonly priceCurrency: string
  readonly startDate: Date
  readonly trialEnd: Date | null
  readonly currentPeriodStart: Date
  readonly currentPeriodEnd: Date
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: Date | null
  /** When its owner withdrew; null until then, and for any other end. */
  readonly withdrawnAt: Date | null
  readonly discount: Promotion | null
  readonly card: SavedCard | null
  readonly pendingChange: PlannedChange | null
  /**
   * The amount that a change of plan charged immediately; null when the latest invoice is for
   * something else.
   */
  readonly changeCharged: Money | null
  readonly charged: Charged | null
  /** The provider's ids of the invoices that can no longer be paid. */
  readonly voided: readonly string[]
  readonly openInvoice: OpenInvoice | null
  /** When the open invoice was first charged; null without one. */
  readonly failedAt: Date | null
}

const occupying = [
  'claimed',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
] as const

/** What a client sees of a subscription. */
export type PresentableSubscription = Pick<
  SubscriptionRow,
  | 'id'
  | 'productId'
  | 'state'
  | 'priceAmount'
  | 'priceCurrency'
  | 'trialEnd'
  | 'currentPeriodEnd'
  | 'cancelAtPeriodEnd'
  | 'discount'
  | 'card'
  | 'openInvoice'
  | 'graceEndsAt'
  | 'pendingChange'
  | 'charged'
  | 'consent'
  | 'changeConsents'
>

/** The subscription as clients see it. Only for rows that started. */
export const presentSubscription = (row: PresentableSubscription, now: Date): Subscription => ({
  id: row.id,
  productId: row.productId,
  status: row.state as SubscriptionStatus,
  price: { amount: row.priceAmount, currency: row.priceCurrency },
  trialEnd: row.trialEnd?.toISOString() ?? null,
  currentPeriodEnd: row.currentPeriodEnd!.toISOString(),
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  discount: row.discount,
  paymentMethod: row.card,
  openInvoice: row.openInvoice,
  graceEndsAt: row.graceEndsAt?.toISOString() ?? null,
  withdrawableUntil: withdrawableUntil(row.charged, now)?.toISOString() ?? null,
  pendingChange: row.pendingChange && {
    productId: row.pendingChange.productId,
    date: row.pendingChange.date,
  },
  consent: row.consent,
  changeConsents: row.changeConsents.map(consentOf),
})

/** Every subscription of the user that was ever live, newest first. */
export const startedSubscriptions = (db: Database, userId: string): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.startedAt)))
    .orderBy(desc(subscriptions.createdAt))

/** The row that blocks another claim: live or undecided. */
export const findOccupying = async (
  db: Database,
  userId: string,
): Promise<SubscriptionRow | null> =>
  (
    await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), inArray(subscriptions.state, occupying)))
  )[0] ?? null

/** A started subscription of this user by our id, or null. */
export const findOwned = async (
  db: Database,
  userId: string,
  id: string,
): Promise<SubscriptionRow | null> =>
  (
    await db
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.id, id),
          eq(subscriptions.userId, userId),
          isNotNull(subscriptions.startedAt),
        ),
      )
  )[0] ?? null

/** The row of a subscription at the provider, by its id or by the claim that its metadata names. */
export const findByProvider = async (
  db: Database,
  stripeSubscriptionId: string,
  claimId: string | null,
): Promise<SubscriptionRow | null> => {
  const [known] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId))
  if (known !== undefined || claimId === null) return known ?? null
  return (await db.select().from(subscriptions).where(eq(subscriptions.id, claimId)))[0] ?? null
}

export type Claimed =
  | { readonly kind: 'claimed'; readonly row: SubscriptionRow }
  /**
   * `taken`: the user has another claim; `leaving`: they are being deleted; `gone`: they are
   * deleted.
   */
  | { readonly kind: 'taken' | 'leaving' | 'gone' }
  /** The person has already had the promised trial, or the promotion. */
  | { readonly kind: 'trial-unavailable' | 'promotion-used' }

/** The person behind the account, and the offers that they were shown. */
export type Person = {
  readonly digests: Digests
  /** The coupon that a person can use once, if there is one. */
  readonly coupon: string | null
  /** The trial that the visitor saw; null when nothing was promised. */
  readonly expectedTrialDays: number | null
  readonly agreement: Agreement
}

/** Reserves the user's one subscription, and one-time offers, before the provider is asked. */
export const insertClaim = (
  db: Database,
  claim: Claim,
  person: Person,
  now: Date,
): Promise<Claimed> =>
  db.transaction(async (transaction): Promise<Claimed> => {
    // A deletion flags the user first, so either it sees this claim or this claim sees the flag.
    const [user] = await transaction
      .select(leavingColumns)
      .from(users)
      .where(eq(users.id, claim.userId))
      .for('no key update')
    if (user === undefined) return { kind: 'gone' }
    if (isLeaving(user, now)) return { kind: 'leaving' }
    // Checked with a query, because an insert would deadlock with a transaction that holds that row
    // and waits for the user.
    if ((await findOccupying(transaction, claim.userId)) !== null) return { kind: 'taken' }
    const id = randomUUID()
    const { digests, coupon, expectedTrialDays, agreement } = person
    const withdraw = async (
      kind: 'taken' | 'trial-unavailable' | 'promotion-used',
    ): Promise<Claimed> => {
      await releaseOffers(transaction, id)
      return { kind }
    }
    if (
      coupon !== null &&
      !(await reserveOffer(transaction, { kind: 'promotion', coupon }, digests, id))
    )
      return withdraw('promotion-used')
    const hasTrial = claim.trialDays > 0 && (await reserveOffer(transaction, trial, digests, id))
    const trialDays = hasTrial ? claim.trialDays : 0
    if (trialDays < (expectedTrialDays ?? 0)) return withdraw('trial-unavailable')
    const { productId, priceAmount: amount, priceCurrency: currency, discount } = claim
    const consent = {
      ...agreement,
      productId,
      price: { amount, currency },
      discount,
      trialEnd: trialEndAfter(trialDays, now),
      agreedAt: now.toISOString(),
    }
    const [row] = await transaction
      .insert(subscriptions)
      .values({ ...claim, id, trialDays, consent })
      .onConflictDoNothing()
      .returning()
    return row === undefined ? withdraw('taken') : { kind: 'claimed', row }
  })

/** Releases a claim that led to no subscription. */
export const releaseClaim = (db: Database, id: string): Promise<void> =>
  db.transaction(async (transaction) => {
    const released = await transaction
      .update(subscriptions)
      .set({ state: 'released' })
      .where(and(eq(subscriptions.id, id), eq(subscriptions.state, 'claimed')))
      .returning({ id: subscriptions.id })
    if (released.length > 0) await releaseOffers(transaction, id)
  })

/** Claims from before a moment that the provider has not answered, oldest first. */
export const listUnanswered = (
  db: Database,
  before: Date,
  limit: number,
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.state, 'claimed'), lt(subscriptions.createdAt, before)))
    .orderBy(asc(subscriptions.createdAt))
    .limit(limit)

/** Whether the row still exists: the account may have been deleted meanwhile. */
export const isKept = async (db: Database, id: string): Promise<boolean> =>
  (await db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.id, id)))
    .length > 0

/**
 * Issues the row's next ticket and returns the stored state; null when the row is gone. Take one
 * before asking the provider: {@link applySnapshot} lets only the newest ticket win.
 */
export const takeTicket = async (db: Database, id: string) => {
  const [row] = await db
    .update(subscriptions)
    .set({ lastTicket: sql`${subscriptions.lastTicket} + 1` })
    .where(eq(subscriptions.id, id))
    .returning({
      ticket: subscriptions.lastTicket,
      productId: subscriptions.productId,
      priceId: subscriptions.priceId,
      pendingChange: subscriptions.pendingChange,
      charged: subscriptions.charged,
    })
  return row ?? null
}

/** The provider's ids of a customer's subscriptions. */
export const listStripeSubscriptions = async (
  db: Database,
  customerId: string,
): Promise<readonly string[]> =>
  (
    await db
      .select({ id: subscriptions.stripeSubscriptionId })
      .from(subscriptions)
      .where(eq(subscriptions.customerId, customerId))
  ).flatMap(({ id }) => (id === null ? [] : [id]))

/** Marks the order as answered. True for the first caller only, whose response is 201. */
export const markAnswered = async (db: Database, id: string): Promise<boolean> => {
  const marked = await db
    .update(subscriptions)
    .set({ answeredAt: sql`now()` })
    .where(and(eq(subscriptions.id, id), isNull(subscriptions.answeredAt)))
    .returning({ id: subscriptions.id })
  return marked.length === 1
}

const DAY = 24 * 60 * 60 * 1000

/**
 * When payment began to fail, and how long access continues. A failure already on record keeps its
 * dates.
 */
const failureOf = (
  row: SubscriptionRow,
  { state, failedAt }: Snapshot,
  graceDays: number,
): Pick<SubscriptionRow, 'billingIssueSince' | 'graceEndsAt'> => {
  if (!isUnpaidFor(state)) return { billingIssueSince: null, graceEndsAt: null }
  const since = row.billingIssueSince ?? failedAt
  if (since === null || state !== 'past_due') return { billingIssueSince: since, graceEndsAt: null }
  const graceEndsAt = row.graceEndsAt ?? new Date(since.getTime() + graceDays * DAY)
  return { billingIssueSince: since, graceEndsAt }
}

/**
 * Stores the provider's state unless a newer one is stored. Null when the claim was released or its
 * account deleted, so that the subscription has no owner.
 */
export const applySnapshot = (
  db: Database,
  id: string,
  ticket: number,
  snapshot: Snapshot,
  graceDays: number,
): Promise<SubscriptionRow | null> =>
  db.transaction(async (transaction) => {
    const [row] = await transaction
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, id))
      .for('update')
    if (row === undefined || row.state === 'released') return null
    if (ticket < row.appliedTicket) return row
    const { startDate, failedAt: _failedAt, changeCharged, voided, ...state } = snapshot
    const becameLive = row.startedAt === null && isLive(snapshot.state)
    const isWaiting = row.startedAt === null && !becameLive
    const [updated] = await transaction
      .update(subscriptions)
      .set({
        ...state,
        ...failureOf(row, snapshot, graceDays),
        // The provider drops a one-time promotion while the first charge still waits for the bank.
        discount: snapshot.discount ?? (isWaiting ? row.discount : null),
        // Voiding the invoice of a change means that the change was not made.
        changeConsents: row.changeConsents.filter(
          ({ invoice }) => invoice === undefined || !voided.includes(invoice),
        ),
        startedAt: becameLive ? startDate : row.startedAt,
        appliedTicket: ticket,
      })
      .where(eq(subscriptions.id, id))
      .returning()
    await reviseUser(transaction, row.userId)
    if (becameLive) await settleOffers(transaction, id)
    else if (row.startedAt === null && hasEnded(snapshot.state))
      await releaseOffers(transaction, id)
    // The first read of an adopted subscription shows old events, which need no notice.
    const isAdopted = row.startedAt !== null && row.appliedTicket === 0
    if (!isAdopted)
      await recordSubscriptionNotices(
        transaction,
        updated!,
        causesOf(row, updated!, changeCharged),
        eventsOf(row, updated!, new Date()),
      )
    return updated!
  })
