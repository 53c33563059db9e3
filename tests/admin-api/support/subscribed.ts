import type { Consent, Subscribed } from '#admin-api/domain/subscription.ts'

export const date = (text: string) => new Date(`${text}T09:00:00Z`)
export const usd = (amount: number) => ({ amount, currency: 'usd' })

export const toAnnual: Consent = {
  text: 'Annual for $89.99 a year.',
  version: '1',
  productId: 'annual',
  price: usd(8999),
  discount: null,
  trialEnd: '2026-12-10T09:00:00.000Z',
  agreedAt: '2026-11-26T09:00:00.000Z',
}
export const trialing: Subscribed = {
  id: 'sub',
  productId: 'annual',
  priceId: 'price_annual',
  state: 'trialing',
  startedAt: date('2026-11-26'),
  trialEnd: date('2026-12-10'),
  currentPeriodEnd: date('2026-12-10'),
  cancelAtPeriodEnd: false,
  priceAmount: 8999,
  priceCurrency: 'usd',
  discount: null,
  pendingChange: null,
  charged: null,
  card: null,
  openInvoice: null,
  graceEndsAt: null,
  withdrawnAt: null,
  consent: null,
  appliedTicket: 3,
}
export const claimed: Subscribed = {
  ...trialing,
  state: 'claimed',
  startedAt: null,
  trialEnd: null,
  currentPeriodEnd: null,
  appliedTicket: 0,
}
export const active: Subscribed = {
  ...trialing,
  state: 'active',
  currentPeriodEnd: date('2027-12-10'),
  appliedTicket: 4,
}
export const owing: Subscribed = {
  ...active,
  state: 'past_due',
  openInvoice: { amount: usd(7199), attemptedAt: '2026-12-10T09:00:00Z', nextAttemptAt: null },
}
