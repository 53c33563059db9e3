import { MatchersV3 } from '@pact-foundation/pact'
import { moment, money, nothingYet, oneOf } from './matchers.ts'

const { boolean, eachLike, fromProviderState, integer, regex, string } = MatchersV3

export const subscriptionId = '0d1c7d4e-2d0b-4a7e-8a43-0f1f1f0e7c22'

/** The terms as the site shows them beside the button. */
export const shownTerms = {
  text: 'By starting Evenkeel Annual, you agree to the terms of use and to pay $89.99 today.',
  version: '2026-11-27',
}

/** The consent to the order; the plan may have changed since. */
const consent = {
  text: string(shownTerms.text),
  version: string(shownTerms.version),
  productId: string('annual'),
  price: money(8999),
  agreedAt: moment('2026-11-02T09:30:00.000Z'),
}

/** The consents of a subscription whose plan was changed. */
export const changeConsents = eachLike({ ...consent, discount: nothingYet, trialEnd: nothingYet })

const subscription = (productId: string) => ({
  id: string(subscriptionId),
  productId,
  price: money(8999),
  currentPeriodEnd: moment('2026-11-16T09:30:00.000Z'),
  cancelAtPeriodEnd: boolean(false),
  paymentMethod: {
    brand: string('Visa'),
    last4: regex('^\\d{4}$', '4242'),
    expMonth: integer(12),
    expYear: integer(2030),
  },
  withdrawableUntil: nothingYet,
  pendingChange: nothingYet,
  consent,
  changeConsents: [],
})

const nothingFailing = { openInvoice: nothingYet, graceEndsAt: nothingYet }

export const trial = (productId: string, discount: object = nothingYet) => ({
  ...subscription(productId),
  ...nothingFailing,
  status: 'trialing',
  trialEnd: moment('2026-11-16T09:30:00.000Z'),
  discount,
  consent: { ...consent, trialEnd: moment('2026-11-16T09:30:00.000Z') },
})

export const paidSubscription = (productId: string) => ({
  ...subscription(productId),
  ...nothingFailing,
  status: 'active',
  trialEnd: nothingYet,
  discount: nothingYet,
  withdrawableUntil: moment('2026-11-30T09:30:00.000Z'),
  consent: { ...consent, discount: nothingYet, trialEnd: nothingYet },
})

/** A subscription that changes to another plan when its period ends. */
export const changingSubscription = {
  ...paidSubscription('annual'),
  changeConsents,
  pendingChange: { productId: 'monthly', date: moment('2027-11-16T09:30:00.000Z') },
}

/** A subscription whose first charge failed: access lasts until the grace period ends. */
export const failingSubscription = (productId: string) => ({
  ...subscription(productId),
  status: 'past_due',
  openInvoice: {
    amount: money(8999),
    attemptedAt: moment('2026-11-16T09:30:00.000Z'),
    nextAttemptAt: moment('2026-11-19T09:30:00.000Z'),
  },
  graceEndsAt: moment('2026-11-23T09:30:00.000Z'),
})

/** A subscription whose failed charge after the trial was paid with another card. */
export const repairedSubscription = {
  ...paidSubscription('annual'),
  trialEnd: moment('2026-11-16T09:30:00.000Z'),
  consent,
}

/** A subscription that has ended, which shows the site that the trial is used up. */
export const endedSubscription = (productId: string) => ({
  ...subscription(productId),
  status: oneOf('canceled', 'incomplete_expired'),
})

/** The result of withdrawing from a plan that was just paid for. */
export const withdrawal = {
  subscription: {
    ...paidSubscription('annual'),
    status: 'canceled',
    withdrawableUntil: nothingYet,
  },
  refunded: money(8999),
}

/** A subscription after a change; `ends` is true for a cancelled one. */
export const changedSubscription = (ends: boolean, discount: object = nothingYet) => ({
  ...trial('annual', discount),
  cancelAtPeriodEnd: ends,
})

/** A link that opens the app with the user's plan, once. */
export const appClaim = {
  url: regex(
    '^https?://[^\\s?]+\\?([^\\s]+&)?claim=[^\\s&]+$',
    'https://app.example.com/open?claim=token',
  ),
  expiresAt: moment('2026-11-16T09:45:00.000Z'),
}

export const invoice = {
  id: string('in_1'),
  number: string('EVENKEEL-0001'),
  createdAt: moment('2026-11-02T09:30:00.000Z'),
  status: oneOf('paid', 'open', 'uncollectible', 'void'),
  total: money(0),
  tax: nothingYet,
  card: nothingYet,
  refunded: nothingYet,
  url: string('https://invoice.example.com/in_1'),
  pdfUrl: string('https://invoice.example.com/in_1.pdf'),
}

export const refundedInvoice = {
  ...invoice,
  status: 'paid',
  total: money(8999),
  card: { brand: string('Visa'), last4: regex('^\\d{4}$', '4242') },
  refunded: money(8999),
}

/** The path of the user's own subscription, followed by `part`. */
export const ownSubscriptionPath = (part = '') => {
  const all = '/api/v1/iap_subscriptions/stripe/subscriptions'
  return fromProviderState<string>(
    `${all}/\${subscriptionId}${part}`,
    `${all}/${subscriptionId}${part}`,
  )
}
