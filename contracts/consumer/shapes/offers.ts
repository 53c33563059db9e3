import { MatchersV3 } from '@pact-foundation/pact'
import { moment, money, notNegative, oneOf } from './matchers.ts'

const { eachKeyLike, eachLike, fromProviderState, integer, like, number, string } = MatchersV3

export const product = {
  id: string('annual'),
  name: string('Annual'),
  interval: oneOf('year', 'month'),
  price: money(8999),
  trialDays: notNegative(14),
  features: eachLike(string('Weekly coaching steps')),
}

/** RevenueCat v1's subscriber, as far as the site reads it. */
export const subscriber = (productId: string) => ({
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: eachKeyLike('coaching', {
    expires_date: moment('2026-11-16T09:30:00.000Z'),
    product_identifier: productId,
  }),
  subscriptions: { [productId]: { expires_date: moment('2026-11-16T09:30:00.000Z') } },
})

export const newSubscriber = {
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: {},
  subscriptions: {},
}

/** RevenueCat v1's subscriber for a former subscriber: ended subscriptions may still be listed. */
export const formerSubscriber = {
  first_seen: moment('2026-11-01T08:00:00.000Z'),
  entitlements: like({}),
  subscriptions: like({}),
}

const duration = {
  once: { duration: 'once' },
  repeating: { duration: 'repeating', months: integer(6) },
}

export const percentPromotion = (code: string, lasts: 'once' | 'repeating' = 'once') => ({
  id: string('promo_1'),
  code,
  percentOff: number(20),
  ...duration[lasts],
})

export const amountPromotion = (code: string) => ({
  id: string('promo_2'),
  code,
  amountOff: money(1000),
  ...duration.once,
})

export const setupIntent = {
  id: string('seti_1'),
  clientSecret: string('seti_1_secret_1'),
  customerId: string('cus_1'),
}

export const expiredSetupIntent = eachLike({
  path: 'setupIntentId',
  code: 'setup-intent/expired',
  message: string('The card was entered too long ago. Please enter it again.'),
})

/** Values that only the provider knows and its state supplies. */
export const confirmedCard = {
  setupIntentId: fromProviderState('${setupIntentId}', 'seti_1'),
  setupIntentClientSecret: fromProviderState('${setupIntentClientSecret}', 'seti_1_secret_1'),
  paymentMethodId: fromProviderState('${paymentMethodId}', 'pm_1'),
}

export const chosenPromotion = {
  promotionCodeId: fromProviderState('${promotionCodeId}', 'promo_1'),
}
