/** Every route of the API. */
import type { Endpoint } from './endpoint.ts'
import { catalogEndpoints } from './resources/catalog.ts'
import { chargeEndpoints } from './resources/charges.ts'
import { couponEndpoints } from './resources/coupons.ts'
import { customerEndpoints } from './resources/customers.ts'
import { eventEndpoints } from './resources/events.ts'
import { invoicePreviewEndpoint } from './resources/invoice-preview.ts'
import { invoiceEndpoints } from './resources/invoices.ts'
import { paymentIntentEndpoints } from './resources/payment-intents.ts'
import { paymentMethodEndpoints } from './resources/payment-methods.ts'
import { promotionCodeEndpoints } from './resources/promotions.ts'
import { setupIntentEndpoints } from './resources/setup-intents.ts'
import { subscriptionScheduleEndpoints } from './resources/subscription-schedules.ts'
import { subscriptionEndpoints } from './resources/subscriptions.ts'
import { testClockEndpoints } from './resources/test-clocks.ts'

export const ENDPOINTS: Endpoint[] = [
  ...catalogEndpoints,
  ...chargeEndpoints,
  ...couponEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  invoicePreviewEndpoint,
  ...paymentIntentEndpoints,
  ...paymentMethodEndpoints,
  ...promotionCodeEndpoints,
  ...setupIntentEndpoints,
  ...subscriptionEndpoints,
  ...subscriptionScheduleEndpoints,
  ...testClockEndpoints,
]
