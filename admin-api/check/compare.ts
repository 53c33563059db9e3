import type { Stripe } from 'stripe'
import type { SubscriptionRow } from '../data/subscriptions.ts'
import { hasEnded, isLive } from '../domain/subscription.ts'
import { cardOf, endsWithPeriod } from '../payments/subscription-state.ts'
import type { Difference } from './difference.ts'

const seconds = (date: Date | null): number | null =>
  date === null ? null : Math.floor(date.getTime() / 1000)

const fieldsThatDiffer = (row: SubscriptionRow, theirs: Stripe.Subscription): string[] => {
  const [item] = theirs.items.data
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    status: [row.state, theirs.status],
    price: [row.priceId, item?.price.id],
    amount: [row.priceAmount, item?.price.unit_amount],
    currency: [row.priceCurrency, item?.price.currency],
    trialEnd: [seconds(row.trialEnd), theirs.trial_end],
    periodEnd: [seconds(row.currentPeriodEnd), item?.current_period_end],
    cancelAtPeriodEnd: [row.cancelAtPeriodEnd, endsWithPeriod(theirs)],
  }
  return Object.entries(pairs).flatMap(([name, [ours, other]]) => (ours === other ? [] : [name]))
}

const isSameCard = ({ card }: SubscriptionRow, theirs: Stripe.Subscription): boolean => {
  const other = cardOf(theirs)
  return (
    card?.last4 === other?.last4 &&
    card?.expMonth === other?.expMonth &&
    card?.expYear === other?.expYear
  )
}

/** The differences between a row and the provider's subscription; null stands for a missing one. */
export const compareSubscription = (
  row: SubscriptionRow,
  theirs: Stripe.Subscription | null,
): readonly Pick<Difference, 'kind' | 'fields'>[] => {
  if (theirs === null) return isLive(row.state) ? [{ kind: 'subscription-missing' }] : []
  const isOpen = isLive(row.state) || row.state === 'incomplete'
  if (isOpen && hasEnded(theirs.status)) return [{ kind: 'ended-at-provider' }]
  if (!isLive(row.state) && !isLive(theirs.status)) return []
  const fields = fieldsThatDiffer(row, theirs)
  return [
    ...(fields.length > 0 ? [{ kind: 'terms-differ', fields } as const] : []),
    ...(isSameCard(row, theirs) ? [] : [{ kind: 'card-differs' } as const]),
  ]
}

/** What is wrong with the stored consent; null when nothing is. */
export const checkConsent = ({
  consent,
  productId,
  priceAmount,
  priceCurrency,
}: SubscriptionRow): 'consent-missing' | 'consent-for-another-price' | null => {
  if (consent === null) return 'consent-missing'
  // The plan has been changed since, with a consent of its own.
  if (consent.productId !== productId) return null
  const { amount, currency } = consent.price
  return amount === priceAmount && currency === priceCurrency ? null : 'consent-for-another-price'
}
