import type { Stripe } from 'stripe'
import type { Database } from '../data/database.ts'
import { findOwned, presentSubscription } from '../data/subscriptions.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded, isLive } from '../domain/subscription.ts'
import type { Money, SavedCard, Subscription } from '../domain/subscription.ts'
import { Problem } from '../problem.ts'
import { inTurn } from './in-turn.ts'
import type { Renew } from './in-turn.ts'
import { cardOf, paidChargesOf } from './paid-charges.ts'
import { takeBackPlanChange } from './pending-plan-change.ts'
import { isRefusal } from './stripe-errors.ts'
import { changeRow, subscriptionExpansions, syncRow } from './subscription-state.ts'
import type { SyncParts } from './subscription-state.ts'
import { unbilledRenewalOf } from './unbilled-renewal.ts'

type Parts = SyncParts & { readonly clock: () => Date }

/**
 * The lock's duration for a cancellation: repeating one is harmless, and nobody should wait long.
 */
const shortTurnMs = 15 * 1000

export type Invoice = {
  readonly id: string
  readonly number: string | null
  readonly createdAt: string
  readonly status: string
  readonly total: Money
  /** What of the total is tax; null when the invoice has no tax line. */
  readonly tax: Money | null
  /** How much of it was refunded; null when nothing was. */
  readonly refunded: Money | null
  readonly paidAt: string | null
  /** The card that paid it. */
  readonly card: Pick<SavedCard, 'brand' | 'last4'> | null
  readonly url: string | null
  readonly pdfUrl: string | null
}

export const subscriptionEnded = (): Problem =>
  new Problem(409, 'subscription/ended', 'This subscription has ended.')

const subscriptionNotFound = (): Problem =>
  new Problem(404, 'subscription/not-found', 'There is no such subscription.')

/**
 * The user's subscription. Malformed ids, unknown ones and other users' are all the same to the
 * caller: 404 `subscription/not-found`.
 */
export const findOwnSubscription = async (
  db: Database,
  userId: string,
  id: string,
): Promise<SubscriptionRow & { stripeSubscriptionId: string }> => {
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)
  const row = isUuid ? await findOwned(db, userId, id) : null
  if (row === null || row.stripeSubscriptionId === null) throw subscriptionNotFound()
  return { ...row, stripeSubscriptionId: row.stripeSubscriptionId }
}

/**
 * Ends a subscription before its new period is charged; null when there is nothing to charge, or it
 * was charged just now. Its latest invoice has to be expanded.
 */
const endUnbilled = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription | null> => {
  const { id } = subscription
  const invoiceId = unbilledRenewalOf(subscription)
  if (invoiceId === null) return null
  const advance = (isOn: boolean) => stripe.invoices.update(invoiceId, { auto_advance: isOn })
  // The provider does not promise to leave the draft of a cancelled subscription uncollected.
  const { status } = await advance(false)
  try {
    if (status === 'draft') return await stripe.subscriptions.cancel(id)
  } catch (error) {
    // The cancellation may have succeeded even if its response was lost; then nothing may be
    // charged.
    const now = await stripe.subscriptions.retrieve(id)
    if (hasEnded(now.status)) return now
    await advance(true).catch(() => {})
    throw error
  }
  if (status === 'open') await advance(true)
  return null
}

const setCancel = (
  stripe: Stripe,
  { id }: Stripe.Subscription,
  cancel: boolean,
): Promise<Stripe.Subscription> =>
  stripe.subscriptions.update(id, { cancel_at_period_end: cancel, expand: ['latest_invoice'] })

const maxAttempts = 3

type Own = Awaited<ReturnType<typeof findOwnSubscription>>

const place = async (
  parts: Parts,
  row: Own,
  cancel: boolean,
  renew: Renew,
): Promise<Subscription> => {
  const { stripe } = parts
  for (let attempt = 1; ; attempt += 1) {
    const current = await stripe.subscriptions.retrieve(row.stripeSubscriptionId, {
      expand: ['latest_invoice'],
    })
    // While the subscription has a schedule, the provider lets only the schedule end it.
    if (cancel) await takeBackPlanChange(stripe, current)
    const synced = await changeRow(parts, row.id, async () => {
      await renew()
      if (!cancel) return current.schedule === null ? setCancel(stripe, current, false) : current
      const ended = await endUnbilled(stripe, current)
      if (ended !== null) return ended
      const cancelled = await setCancel(stripe, current, true)
      // If a new period has begun since the subscription was read, the cancellation would take
      // effect only at the end of that one.
      return (await endUnbilled(stripe, cancelled)) ?? cancelled
    }).catch((error: unknown) => {
      // Somebody changed the plan at the provider meanwhile.
      if (isRefusal(error) && attempt < maxAttempts) return 'again' as const
      throw error
    })
    if (synced === null) throw subscriptionNotFound()
    if (synced !== 'again') return presentSubscription(synced.row, parts.clock())
  }
}

/** Syncs the row after a failed cancellation, which may already have removed the pending change. */
const readAgain = async (parts: Parts, { id, stripeSubscriptionId }: Own): Promise<void> => {
  await syncRow(parts, id, () =>
    parts.stripe.subscriptions.retrieve(stripeSubscriptionId, { expand: subscriptionExpansions }),
  ).catch(() => {})
}

/**
 * Cancels the subscription at the end of its period, taking back a pending change of plan, or
 * resumes it. If the period has just begun and is not charged yet, a cancellation ends the
 * subscription immediately, and nothing is charged. Repeating either changes nothing. Throws 404
 * `subscription/not-found`, 409 `subscription/ended`, `subscription/in-progress` or
 * `account/leaving`.
 */
export const setCancelAtPeriodEnd = async (
  parts: Parts,
  userId: string,
  id: string,
  cancel: boolean,
): Promise<Subscription> => {
  const row = await findOwnSubscription(parts.db, userId, id)
  if (!isLive(row.state)) throw subscriptionEnded()
  return inTurn(
    parts,
    row,
    (renew) =>
      place(parts, row, cancel, renew).catch(async (error: unknown) => {
        if (cancel) await readAgain(parts, row)
        throw error
      }),
    cancel ? shortTurnMs : undefined,
  )
}

const moment = (seconds: number): string => new Date(seconds * 1000).toISOString()

const taxOf = ({ total_taxes: taxes, currency }: Stripe.Invoice): Money | null =>
  taxes === null || taxes.length === 0
    ? null
    : { amount: taxes.reduce((sum, { amount }) => sum + amount, 0), currency }

const refundedOf = (
  paid: readonly { readonly returned: number }[],
  currency: string,
): Money | null => {
  const amount = paid.reduce((sum, { returned }) => sum + returned, 0)
  return amount === 0 ? null : { amount, currency }
}

/**
 * Whether an invoice belongs to a change of plan that waits for its payment, so that nothing is
 * owed unless the change is made. Any other unpaid invoice would make the subscription past due.
 */
const isOfWaitingChange = (
  { status, billing_reason: reason }: Stripe.Invoice,
  { state }: SubscriptionRow,
): boolean => status === 'open' && reason === 'subscription_update' && state === 'active'

/**
 * Newest first; drafts and the invoice of a change that waits for its payment are omitted. Throws
 * 404 `subscription/not-found`.
 */
export const listInvoices = async (
  { db, stripe }: Pick<Parts, 'db' | 'stripe'>,
  userId: string,
  id: string,
): Promise<Invoice[]> => {
  const row = await findOwnSubscription(db, userId, id)
  const { data } = await stripe.invoices.list({
    subscription: row.stripeSubscriptionId,
    limit: 100,
    expand: ['data.payments'],
  })
  const charges = await paidChargesOf(stripe, row.customerId, data)
  return data.flatMap((invoice) => {
    if (invoice.id === undefined || invoice.status === null || invoice.status === 'draft') return []
    if (isOfWaitingChange(invoice, row)) return []
    const paidAt = invoice.status_transitions.paid_at
    const paid = charges.filter(({ invoiceId }) => invoiceId === invoice.id)
    const { currency } = invoice
    return [
      {
        id: invoice.id,
        number: invoice.number,
        createdAt: moment(invoice.created),
        status: invoice.status,
        total: { amount: invoice.total, currency },
        tax: taxOf(invoice),
        refunded: refundedOf(paid, currency),
        paidAt: paidAt === null ? null : moment(paidAt),
        card: paid.map(({ charge }) => cardOf(charge)).at(-1) ?? null,
        url: invoice.hosted_invoice_url ?? null,
        pdfUrl: invoice.invoice_pdf ?? null,
      },
    ]
  })
}
