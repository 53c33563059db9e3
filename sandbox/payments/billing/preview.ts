/** Previews the next invoice of a subscription, or of a change to it. Stores nothing. */
import { invalidRequest } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Invoice } from '../objects/invoices.ts'
import type { Discount } from '../objects/promotions.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import type { Sandbox } from '../sandbox.ts'
import { activeDiscounts, buildInvoice } from './invoice-drafts.ts'
import type { LineInput } from './invoice-drafts.ts'
import { changeAtRenewal, phaseChanges } from './schedule-phases.ts'
import { applyItemChanges } from './subscription-changes.ts'
import type { ItemChange, ProrationBehavior } from './subscription-changes.ts'
import { periodLine, takePendingLines } from './subscription-lines.ts'
import { currentPeriod, periodFrom } from './subscription-period.ts'

const DRAFT_FOR = 3600

export interface PreviewInput {
  changes: ItemChange[]
  proration: ProrationBehavior
  /** When the change is made, in Unix seconds. */
  time: number
  /** Replaces the subscription's own discounts; null keeps them. */
  discounts: Discount[] | null
}

interface Bill {
  at: number
  lines: LineInput[]
  isNow: boolean
}

const billOf = (
  sandbox: Sandbox,
  subscription: Subscription,
  { changes, proration, time, discounts }: PreviewInput,
): Bill => {
  const startsAnew = applyItemChanges(sandbox, subscription, changes, {
    proration,
    time,
    discounts: discounts ?? activeDiscounts(sandbox, subscription.discounts, time),
  })
  const pending = takePendingLines(subscription)
  if (proration === 'always_invoice' && pending.length > 0 && !startsAnew)
    return { at: time, lines: pending, isNow: true }
  const at = startsAnew ? time : currentPeriod(subscription).end
  // Prices named in the preview take precedence over those of the next phase.
  if (!startsAnew && changes.length === 0)
    changeAtRenewal(subscription, phaseChanges(sandbox, subscription, at), at)
  const period = periodFrom(subscription, at)
  const renewal = subscription.items.data.map((item) => periodLine(sandbox, item, period))
  return { at, lines: [...pending, ...renewal], isNow: startsAnew }
}

/** Returns the invoice. Throws when nothing will be billed, because the subscription ends. */
export const previewInvoice = (
  sandbox: Sandbox,
  subscription: Subscription,
  input: PreviewInput,
): Invoice => {
  const copy = structuredClone(subscription)
  const before = currentPeriod(copy)
  const changes = input.changes.flatMap(({ item, ...rest }) => {
    const own = copy.items.data.find(({ id }) => id === item.id)
    return own ? [{ item: own, ...rest }] : []
  })
  const { at, lines, isNow } = billOf(sandbox, copy, { ...input, changes })
  if (!isNow && copy.cancel_at !== null && copy.cancel_at <= at) {
    throw invalidRequest(`No upcoming invoices for customer: '${copy.customer}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  const invoice = buildInvoice(sandbox, copy, {
    id: newId('upcoming_in'),
    reason: 'upcoming',
    lines,
    period: isNow ? { start: at, end: at } : before,
    discounts: input.discounts ?? activeDiscounts(sandbox, copy.discounts, at),
  })
  invoice.created = at
  invoice.next_payment_attempt = isNow ? at : at + DRAFT_FOR
  if (input.changes.length > 0)
    invoice.parent.subscription_details.subscription_proration_date = input.time
  return invoice
}
