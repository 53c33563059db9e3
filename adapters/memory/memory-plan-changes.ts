import type { Product, Promotion } from '#core/model/plan.ts'
import { isPlanChangeable } from '#core/model/plan-change.ts'
import type { PlanChangePreview } from '#core/model/plan-change.ts'
import { isLive } from '#core/model/subscription.ts'
import type { ChangePlanOutcome, PreviewPlanChangeOutcome } from '#core/ports/admin-api.ts'
import type { ClockPort } from '#core/ports/clock.ts'
import type { Charge } from './memory-cards.ts'
import { oneInterval, periodFrom, planChangeOf } from './memory-proration.ts'
import type { PlanChange } from './memory-proration.ts'
import type { SubscriptionBook } from './memory-subscriptions.ts'

const PREVIEW_LIFETIME = 15 * 60 * 1000

type Preview = { readonly at: number; readonly madeAt: Date; readonly change: PlanChange }

type Options = {
  readonly book: SubscriptionBook
  readonly products: readonly Product[]
  /** Whether the promotion applies to the product. */
  readonly isFor: (promotion: Promotion, productId: string) => boolean
  readonly clock: Pick<ClockPort, 'now'>
}

/** Previews and makes changes of plan in the subscription book. */
export const createPlanChanges = ({ book, products, isFor, clock }: Options) => {
  const previews = new Map<string, Preview>()

  const keptBy = (promotion: Promotion | null, productId: string): Promotion | null =>
    promotion !== null && isFor(promotion, productId) ? promotion : null

  /** Null where the plan cannot be changed to the product. */
  const foretell = (at: number, productId: string, now: Date): PlanChange | null => {
    const entry = book.at(at)
    const next = products.find(({ id }) => id === productId)
    if (entry === null || next === undefined || !isPlanChangeable(entry.subscription)) return null
    const { subscription, period } = entry
    if (productId === subscription.productId && subscription.pendingChange === null) return null
    const keepsPromotion = keptBy(subscription.discount, productId) === subscription.discount
    return planChangeOf({ subscription, period, next, keepsPromotion, now })
  }

  const putInPlace = (at: number, productId: string, start: Date) => {
    const { subscription } = book.at(at) ?? {}
    const product = products.find(({ id }) => id === productId)
    if (subscription === undefined || product === undefined) return
    const discount = keptBy(subscription.discount, productId)
    const changed = { productId, price: product.price, discount, pendingChange: null }
    if (subscription.status === 'trialing') return void book.change(at, changed)
    const currentPeriodEnd = oneInterval(start, product.interval).toISOString()
    const after = book.change(at, { ...changed, currentPeriodEnd })
    if (after !== null) book.update(at, { period: periodFrom(after, start) })
  }

  const make = (at: number, { productId, effective, dueToday }: PlanChange, now: Date) => {
    const { subscription } = book.at(at) ?? {}
    if (subscription === undefined) return
    if (productId === subscription.productId) book.change(at, { pendingChange: null })
    else if (effective === 'period-end')
      book.change(at, { pendingChange: { productId, date: subscription.currentPeriodEnd } })
    else putInPlace(at, productId, now)
    if (dueToday.amount > 0)
      book.addInvoice(at, { createdAt: now.toISOString(), status: 'paid', total: dueToday })
  }

  return {
    preview: (at: number, productId: string): PreviewPlanChangeOutcome => {
      const madeAt = clock.now()
      const change = foretell(at, productId, madeAt)
      if (change === null) return { kind: 'not-changeable' }
      const id = `preview-${previews.size + 1}`
      previews.set(id, { at, madeAt, change })
      return { kind: 'previewed', preview: { id, ...change } }
    },

    /** Makes a previewed change, unless `charge` finds that the card cannot pay what is due. */
    order: (
      at: number,
      { id, productId }: Pick<PlanChangePreview, 'id' | 'productId'>,
      charge: () => Charge,
    ): ChangePlanOutcome => {
      const shown = previews.get(id)
      const now = clock.now()
      const change = foretell(at, productId, shown?.madeAt ?? now)
      if (change === null) return { kind: 'not-changeable' }
      const isSame = shown?.at === at && JSON.stringify(shown.change) === JSON.stringify(change)
      if (!isSame || now.getTime() - shown.madeAt.getTime() > PREVIEW_LIFETIME)
        return { kind: 'preview-stale' }
      const payment = change.dueToday.amount > 0 ? charge() : null
      if (payment !== null && payment.kind !== 'paid') return payment
      make(at, change, shown.madeAt)
      const { subscription } = book.at(at) ?? {}
      return subscription ? { kind: 'changed', subscription } : { kind: 'ended' }
    },

    /** Makes the pending changes whose period has begun. */
    beginPeriods: () => {
      const now = clock.now()
      for (const [at, { subscription }] of book.all().entries()) {
        const { pendingChange } = subscription
        if (pendingChange === null || !isLive(subscription)) continue
        const start = new Date(pendingChange.date)
        if (start > now) continue
        putInPlace(at, pendingChange.productId, start)
        const total = book.at(at)?.period?.paid
        if (total !== undefined)
          book.addInvoice(at, { createdAt: start.toISOString(), status: 'paid', total })
      }
    },
  }
}
