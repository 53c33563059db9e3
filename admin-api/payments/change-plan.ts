import { presentSubscription } from '../data/subscriptions.ts'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { isLive } from '../domain/subscription.ts'
import type { Agreement, Subscription } from '../domain/subscription.ts'
import { inProgress, inTurn } from './in-turn.ts'
import { isMade, makePlanChange, payWaitingChange } from './make-plan-change.ts'
import type { OrderedChange } from './make-plan-change.ts'
import { findOwnSubscription, subscriptionEnded } from './own-subscription.ts'
import { withConsent } from './plan-change-consent.ts'
import type { WaitFor } from './plan-change-consent.ts'
import {
  digestsOfQuote,
  itemOf,
  notChangeable,
  planChangeTo,
  quotePlanChange,
} from './plan-change-quote.ts'
import type { Current, PlanChange, Quote } from './plan-change-quote.ts'
import { afterRefusal, previewStale, syncPlan } from './plan-change-state.ts'
import type { OwnRow, PlanChangeParts } from './plan-change-state.ts'
import { digestOf, readPreviewId, writePreviewId } from './preview-id.ts'
import type { Shown } from './preview-id.ts'
import { underKey } from './under-key.ts'

export type PlanChangePreview = Quote & { readonly id: string; readonly productId: string }

export type ChangeOrder = {
  readonly productId: string
  readonly previewId: string
  /** Absent when the change needs no consent. */
  readonly consent?: Agreement
}

const minute = 60 * 1000
/** How long a preview can be ordered. */
const previewMs = 15 * minute

/**
 * What a change of the plan would do now; orders nothing. Throws 404 `subscription/not-found`, 409
 * `subscription/ended` or `subscription/not-changeable`, 422 for an unknown product, or 503
 * `payment/unavailable`.
 */
export const previewPlanChange = async (
  parts: PlanChangeParts,
  userId: string,
  id: string,
  productId: string,
): Promise<PlanChangePreview> => {
  const row = await findOwnSubscription(parts.db, userId, id)
  if (!isLive(row.state)) throw subscriptionEnded()
  const current = await syncPlan(parts, row)
  const change = await planChangeTo(parts.catalogue, current, productId)
  const { quote, prorationDate } = await quotePlanChange(parts.stripe, current, change, null).catch(
    async (error: unknown) => {
      await afterRefusal(parts, row, current, error)
      throw notChangeable()
    },
  )
  const shown = {
    issuedAt: parts.clock().getTime(),
    prorationDate: prorationDate ?? 0,
    ...digestsOfQuote(quote),
  }
  const of = { userId, subscriptionId: row.id, productId }
  return { id: writePreviewId(parts.ledgerKeys, of, shown), productId, ...quote }
}

/** Throws 409 `subscription/preview-stale` unless the change would do what was shown. */
const refuseStale = async (
  parts: PlanChangeParts,
  current: Current,
  change: PlanChange,
  shown: Shown,
): Promise<void> => {
  if (parts.clock().getTime() - shown.issuedAt > previewMs) throw previewStale()
  const prorationDate = shown.prorationDate === 0 ? null : shown.prorationDate
  // The preview was for a period that is over.
  const { current_period_start: began } = itemOf(current.subscription)
  if (prorationDate !== null && prorationDate < began) throw previewStale()
  const { quote } = await quotePlanChange(parts.stripe, current, change, prorationDate)
  if (digestsOfQuote(quote).all !== shown.all) throw previewStale()
}

/** Makes the change unless it would do something other than what was shown. */
const order = async (
  parts: PlanChangeParts,
  row: OwnRow,
  current: Current,
  change: PlanChange,
  ordered: OrderedChange,
): Promise<Current> => {
  try {
    await refuseStale(parts, current, change, ordered.shown)
    return await makePlanChange(parts, row, current, change, ordered)
  } catch (error) {
    return afterRefusal(parts, row, current, error)
  }
}

const place = async (
  parts: PlanChangeParts,
  row: OwnRow,
  { productId, previewId, consent: agreement }: ChangeOrder,
  { shown, key, renew }: Omit<OrderedChange, 'waitFor'>,
): Promise<SubscriptionRow> => {
  const current = await syncPlan(parts, row)
  if (isMade(current, productId)) return current.row
  const change = await planChangeTo(parts.catalogue, current, productId)
  const ordered = { shown, renew, key: `plan-change-${row.id}-${digestOf([previewId, key])}` }
  const makeIt = async (waitFor: WaitFor): Promise<SubscriptionRow> => {
    const changed =
      (await payWaitingChange(parts, row, current, change, { ...ordered, waitFor })) ??
      (await order(parts, row, current, change, { ...ordered, waitFor }))
    if (isMade(changed, productId)) return changed.row
    throw changed.subscription.pending_update === null ? previewStale() : inProgress()
  }
  return agreement === undefined
    ? makeIt(async () => {})
    : withConsent(parts.db, current, change, { agreement, previewId, now: parts.clock() }, makeIt)
}

/**
 * The change as compared with earlier requests under its key. The consent is omitted, since that of
 * the first request is kept.
 */
const sameChange = ({ consent: _consent, ...change }: ChangeOrder) => change

/**
 * Makes a previewed change of the plan: immediately, charging what was shown, or at the period's
 * end. A request that is repeated finds the change made, or the payment that it waits for, so
 * nothing is charged twice. Throws 402 `payment/declined` or `payment/requires-action`, 404
 * `subscription/not-found`, 409 `subscription/preview-stale`, `subscription/not-changeable`,
 * `subscription/ended`, `subscription/in-progress`, `account/leaving` or `idempotency/key-reused`,
 * 422 for an unknown product, or 503 `payment/unavailable`.
 */
export const changePlan = async (
  parts: PlanChangeParts,
  userId: string,
  id: string,
  wanted: ChangeOrder,
  key: string,
): Promise<Subscription> =>
  underKey(
    parts.db,
    { userId, key, body: { subscription: id, ...sameChange(wanted) } },
    async () => {
      const row = await findOwnSubscription(parts.db, userId, id)
      if (!isLive(row.state)) throw subscriptionEnded()
      const of = { userId, subscriptionId: row.id, productId: wanted.productId }
      const shown = readPreviewId(parts.ledgerKeys, of, wanted.previewId)
      if (shown === null) throw previewStale()
      const changed = await inTurn(parts, row, (renew) =>
        place(parts, row, wanted, { shown, key, renew }),
      )
      return presentSubscription(changed, parts.clock())
    },
  )
