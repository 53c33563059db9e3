import type { Stripe } from 'stripe'

/** What the sandbox sends, by the value of `object`; read by `declared-types.ts`. */
export interface Sent {
  charge: Stripe.Charge
  coupon: Stripe.Coupon
  customer: Stripe.Customer | Stripe.DeletedCustomer
  discount: Stripe.Discount
  dispute: Stripe.Dispute
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  line_item: Stripe.InvoiceLineItem
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  promotion_code: Stripe.PromotionCode
  refund: Stripe.Refund
  setup_attempt: Stripe.SetupAttempt
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  subscription_item: Stripe.SubscriptionItem
  subscription_schedule: Stripe.SubscriptionSchedule
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock | Stripe.TestHelpers.DeletedTestClock
  webhook_endpoint: Stripe.WebhookEndpoint | Stripe.DeletedWebhookEndpoint
}

export type SentEvent = Stripe.Event
