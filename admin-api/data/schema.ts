import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DiagnosisResult } from '../domain/results.ts'
import type { Answers } from '../domain/questionnaire.ts'
import type { Cause } from '../domain/notices.ts'
import type { AnalyticsEvent } from '../domain/analytics-events.ts'
import type { Touch } from '../domain/profile.ts'
import type {
  ChangeConsent,
  Charged,
  Consent,
  OpenInvoice,
  PlannedChange,
  Promotion,
  SavedCard,
} from '../domain/subscription.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const createdAt = () => moment('created_at').notNull().defaultNow()

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The identity provider's id. */
    authUid: text('auth_uid').notNull().unique(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    birthYear: integer('birth_year'),
    phone: text('phone'),
    /** The campaigns of the links that led here, first and last; null when none is known. */
    firstTouch: jsonb('first_touch').$type<Touch>(),
    lastTouch: jsonb('last_touch').$type<Touch>(),
    /**
     * The random id that analytics knows the user's browser by; null without consent to analytics.
     */
    visitorId: text('visitor_id'),
    /**
     * Increases with every update of this row; `reviseUser` increases it for other changes that a
     * profile shows.
     */
    revision: integer('revision')
      .notNull()
      // As SQL, because drizzle takes the number 0 for a missing default and inserts the update's
      // value.
      .default(sql`0`)
      .$onUpdate((): SQL => sql`${users.revision} + 1`),
    /**
     * When the token was issued that the email and its confirmation come from. An older token
     * changes neither.
     */
    identityAt: moment('identity_at'),
    /** When a deletion of the account began; null again when it failed. */
    leavingAt: moment('leaving_at'),
    /**
     * When the newest deletion was about to delete the identity provider's user: after that, nobody
     * can sign in to repeat it. Null again when the provider refused.
     */
    erasingAt: moment('erasing_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('users_erasing')
      .on(table.erasingAt)
      .where(sql`${table.erasingAt} is not null`),
  ],
)

/** The ids of deleted accounts, so that no late request or event recreates one. */
export const deletedUsers = pgTable('deleted_users', {
  authUid: text('auth_uid').primaryKey(),
  userId: uuid('user_id').unique(),
  deletedAt: moment('deleted_at').notNull().defaultNow(),
})

/**
 * The payment provider's customers of deleted accounts, until the provider has confirmed that it
 * deleted them.
 */
export const departedCustomers = pgTable(
  'departed_customers',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    departedAt: moment('departed_at').notNull().defaultNow(),
  },
  (table) => [index('departed_customers_user').on(table.userId)],
)

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const diagnoses = pgTable(
  'diagnoses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    kind: text('kind', { enum: ['survey', 'money_belief'] }).notNull(),
    version: text('version').notNull(),
    answers: jsonb('answers').$type<Answers>().notNull(),
    /** The hash of the answers in canonical order: the same answers are stored once. */
    answersHash: text('answers_hash').notNull(),
    result: jsonb('result').$type<DiagnosisResult>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('diagnoses_distinct_answers').on(
      table.userId,
      table.kind,
      table.version,
      table.answersHash,
    ),
    index('diagnoses_newest').on(table.userId, table.createdAt),
  ],
)

/**
 * Customers that this API created at the payment provider. Without a user until an account claims
 * one.
 */
export const stripeCustomers = pgTable(
  'stripe_customers',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('stripe_customers_user').on(table.userId)],
)

/** The SetupIntents that this API created at the payment provider. Deleted with their customer. */
export const setupIntents = pgTable(
  'setup_intents',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => stripeCustomers.id, { onDelete: 'cascade' }),
    /** Who started it, since the customer may have become a user's later. */
    begunBy: text('begun_by', { enum: ['visitor', 'user'] }).notNull(),
    journey: text('journey', { enum: ['sign-up', 'enroll'] }),
    /** An order was placed with its card. */
    isClaimed: boolean('is_claimed').notNull().default(false),
    /** The number of refused cards. */
    failedAttempts: integer('failed_attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('setup_intents_customer').on(table.customerId),
    index('setup_intents_unclaimed')
      .on(table.createdAt)
      .where(sql`not ${table.isClaimed}`),
  ],
)

/**
 * The provider's states and two of our own: `claimed` until the provider has answered, `released`
 * when it created no subscription.
 */
export const subscriptionStates = [
  'claimed',
  'released',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userId(),
    state: text('state', { enum: subscriptionStates }).notNull().default('claimed'),
    /**
     * The order as claimed, before the provider is asked, so that a retry sends exactly the same.
     * Product and price follow the provider's once it has started.
     */
    customerId: text('customer_id').notNull(),
    productId: text('product_id').notNull(),
    priceId: text('price_id').notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    setupIntentId: text('setup_intent_id').notNull(),
    promotionCodeId: text('promotion_code_id'),
    trialDays: integer('trial_days').notNull(),
    /** Null for orders from before consents were stored. */
    consent: jsonb('consent').$type<Consent>(),
    /** The newest first. */
    changeConsents: jsonb('change_consents')
      .$type<readonly ChangeConsent[]>()
      .notNull()
      .default([]),
    /** What the provider answered. Amounts in minor units. */
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    priceAmount: integer('price_amount').notNull(),
    priceCurrency: text('price_currency').notNull(),
    trialEnd: moment('trial_end'),
    /** When it first became live; null for one that never did. */
    startedAt: moment('started_at'),
    /**
     * When the order was first answered with the subscription: with 201, and with 200 from then on.
     */
    answeredAt: moment('answered_at'),
    currentPeriodStart: moment('current_period_start'),
    currentPeriodEnd: moment('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    canceledAt: moment('canceled_at'),
    discount: jsonb('discount').$type<Promotion>(),
    /** The card that pays. */
    card: jsonb('card').$type<SavedCard>(),
    openInvoice: jsonb('open_invoice').$type<OpenInvoice>(),
    /** Since when a payment has been failing; null while none is. */
    billingIssueSince: moment('billing_issue_since'),
    /** Set once when the payment fails, so that a promised date does not move. */
    graceEndsAt: moment('grace_ends_at'),
    /** What was charged and refunded; null when nothing was charged. */
    charged: jsonb('charged').$type<Charged>(),
    /** When it ended by its owner's withdrawal, for which everything charged is refunded. */
    withdrawnAt: moment('withdrawn_at'),
    /** The plan that begins with the next period; null when the current one continues. */
    pendingChange: jsonb('pending_change').$type<PlannedChange>(),
    /** When the lock for changing the subscription expires; null while no request holds it. */
    planChangeUntil: moment('plan_change_until'),
    /**
     * Tickets order the reads of the provider's state, so that a slow older read never overwrites a
     * newer one.
     */
    lastTicket: bigint('last_ticket', { mode: 'number' }).notNull().default(0),
    appliedTicket: bigint('applied_ticket', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('subscriptions_one_live_per_user')
      .on(table.userId)
      .where(
        sql`${table.state} in ('claimed', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused')`,
      ),
    index('subscriptions_user').on(table.userId, table.createdAt),
    index('subscriptions_claimed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'claimed'`),
    index('subscriptions_customer').on(table.customerId),
    index('subscriptions_period_end')
      .on(table.currentPeriodEnd)
      .where(sql`${table.state} in ('trialing', 'active')`),
  ],
)

/**
 * Free trials and promotions that people have used, kept when their accounts are deleted. A digest
 * cannot identify anybody without its key.
 */
export const usedOffers = pgTable(
  'used_offers',
  {
    kind: text('kind', { enum: ['trial', 'promotion'] }).notNull(),
    /** The id of a promotion's coupon; empty for a trial. */
    coupon: text('coupon').notNull().default(''),
    /** The digest of the mailbox or of the card. */
    digest: text('digest').notNull(),
    /** The claim that reserves it; null once it is used. */
    claimId: uuid('claim_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.coupon, table.digest] }),
    index('used_offers_claim').on(table.claimId),
  ],
)

/**
 * What the owners of deleted accounts had agreed to when they ordered. A digest cannot identify
 * anybody without its key.
 */
export const keptConsents = pgTable(
  'kept_consents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The digest of the mailbox. */
    digest: text('digest').notNull(),
    consent: jsonb('consent').$type<Consent>().notNull(),
    keptSince: moment('kept_since').notNull().defaultNow(),
  },
  (table) => [index('kept_consents_age').on(table.keptSince)],
)

/**
 * The outbox: causes of mails and events for analytics, written in the transaction of the change
 * that they report and sent from the queue.
 */
export const notices = pgTable(
  'notices',
  {
    /** Also the id of the queue's job. */
    id: uuid('id').primaryKey().defaultRandom(),
    key: text('key').notNull().unique(),
    channel: text('channel', { enum: ['mail', 'analytics'] })
      .notNull()
      .default('mail'),
    /** Null for a deleted account, whose notice has its recipient in its cause until it is sent. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id'),
    cause: jsonb('cause').$type<Cause | AnalyticsEvent>().notNull(),
    createdAt: createdAt(),
    queuedAt: moment('queued_at'),
    settledAt: moment('settled_at'),
    outcome: text('outcome', { enum: ['sent', 'refused', 'dropped'] }),
  },
  (table) => [
    index('notices_user').on(table.userId, table.createdAt),
    index('notices_unsettled')
      .on(table.channel, table.createdAt)
      .where(sql`${table.settledAt} is null`),
    index('notices_unqueued')
      .on(table.createdAt)
      .where(sql`${table.queuedAt} is null`),
    index('notices_age').on(table.createdAt),
    index('notices_mailings')
      .on(table.createdAt)
      .where(sql`${table.key} like 'mailing:%'`),
  ],
)

/**
 * `latest`: the last complete check, with the number of remaining differences by kind. `backup`:
 * when the last backup of PostgreSQL was completed.
 */
export const latestChecks = pgTable('latest_checks', {
  id: text('id', { enum: ['latest', 'backup'] }).primaryKey(),
  checkedAt: moment('checked_at').notNull(),
  differences: jsonb('differences').$type<Readonly<Record<string, number>>>().notNull(),
})

/** The links with which users open the app, as digests of their tokens. */
export const appClaims = pgTable(
  'app_claims',
  {
    digest: text('digest').primaryKey(),
    userId: userId(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('app_claims_user').on(table.userId),
    index('app_claims_age').on(table.expiresAt),
  ],
)

/** Which account an installation of the app belongs to. It never changes. */
export const appUsers = pgTable(
  'app_users',
  {
    /** The id that the app gave itself. */
    id: text('id').primaryKey(),
    userId: userId(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [index('app_users_user').on(table.userId)],
)

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    createdAt: moment('created_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    processedAt: moment('processed_at'),
  },
  (table) => [
    index('webhook_events_age').on(table.receivedAt),
    index('webhook_events_unprocessed')
      .on(table.receivedAt)
      .where(sql`${table.processedAt} is null`),
  ],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: userId(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    /** A final refusal, returned to retries of the request. */
    refusal: jsonb('refusal').$type<{
      statusCode: number
      code: string
      detail: string
      declineCode: string | null
    }>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
)

/** Hits per key since its window began, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A keyed digest of the limit's name and the caller: no addresses are stored. */
    key: text('key').primaryKey(),
    hits: integer('hits').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expiresAt)],
)
