import { StripeError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Price } from '../objects/catalog.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Discount } from '../objects/promotions.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { setupNeedsAuthentication } from './authentication.ts'
import { collect } from './collection.ts'
import { redeem } from './discounts.ts'
import { draftInvoice, totalOf } from './invoice-drafts.ts'
import { finalizeInvoice } from './invoices.ts'
import { chargeOutcome } from './payment-intents.ts'
import { cardError } from './payment-methods.ts'
import { confirmSetupIntent, newSetupIntent } from './setup-intents.ts'
import { newItem } from './subscription-items.ts'
import { periodLine, trialLine } from './subscription-lines.ts'
import { currentPeriod, periodFrom, setPeriod } from './subscription-period.ts'
import { payingMethod } from './subscriptions.ts'
import { AUTOMATIC_TAX, countryOf, locationInvalid, NO_TAX } from './taxes.ts'

export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'

export interface ItemInput {
  price: Price
  quantity: number
  metadata: Record<string, string>
}

export interface NewSubscription {
  customer: string
  automaticTax: boolean
  items: ItemInput[]
  discounts: Discount[]
  defaultPaymentMethod: string | null
  trialEnd: number | null
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  paymentBehavior: PaymentBehavior
  offSession: boolean
  savePaymentMethod: 'off' | 'on_subscription'
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  description: string | null
  metadata: Record<string, string>
}

const build = (sandbox: Sandbox, input: NewSubscription): Subscription => {
  const id = newId('sub')
  const time = sandbox.timeOf(input.customer)
  const first = input.items[0]?.price
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: input.automaticTax ? AUTOMATIC_TAX : NO_TAX,
    billing_cycle_anchor: input.trialEnd ?? time,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: input.cancelAt,
    cancel_at_period_end: input.cancelAtPeriodEnd,
    canceled_at: input.cancelAtPeriodEnd || input.cancelAt !== null ? time : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: input.cancelAtPeriodEnd ? 'cancellation_requested' : null,
    },
    collection_method: 'charge_automatically',
    created: time,
    currency: first?.currency ?? 'usd',
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: input.description,
    discounts: input.discounts.map((each) => each.id),
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.savePaymentMethod,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: time,
    status: input.trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: sandbox.state.customers[input.customer]?.test_clock ?? null,
    transfer_data: null,
    trial_end: input.trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: input.missingPaymentMethod,
      },
    },
    trial_start: input.trialEnd === null ? null : time,
    _trial_end_announced: false,
    _renewal_announced: null,
    _pending_change: null,
    _pending_lines: [],
  }
  subscription.items.data = input.items.map(({ price, quantity, metadata }) =>
    newItem(subscription, price, quantity, metadata),
  )
  const period =
    input.trialEnd === null ? periodFrom(subscription, time) : { start: time, end: input.trialEnd }
  setPeriod(subscription, period)
  return subscription
}

const NO_PAYMENT_METHOD =
  'This customer has no attached payment source or default payment method. Please consider adding a default payment ' +
  'method. For more information, visit https://docs.stripe.com/billing/subscriptions/payment-methods-setting#payment-method-priority.'

const noPaymentMethod = () =>
  new StripeError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: NO_PAYMENT_METHOD,
  })

/** Throws the error that a charge would fail with, if it would fail. */
export const requirePayable = (
  paymentMethod: PaymentMethod | undefined,
  offSession: boolean,
): void => {
  if (!paymentMethod) throw noPaymentMethod()
  const outcome = chargeOutcome(paymentMethod, { offSession, mayWait: true })
  if (outcome.kind === 'declined')
    throw cardError(outcome.decline, { payment_method: paymentMethod })
  if (outcome.kind === 'action') {
    throw new StripeError(402, {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully. ' +
        'Payment can be completed using the PaymentIntent associated with the subscription.',
    })
  }
}

/**
 * A trial's card may still have to be saved: Stripe gives the subscription a SetupIntent for that.
 */
const addPendingSetup = (
  sandbox: Sandbox,
  subscription: Subscription,
  paymentMethod: PaymentMethod | undefined,
): void => {
  if (paymentMethod && (!setupNeedsAuthentication(paymentMethod) || paymentMethod._authenticated))
    return
  const intent = newSetupIntent(sandbox, { customer: subscription.customer })
  if (paymentMethod) confirmSetupIntent(sandbox, intent, paymentMethod, null)
  subscription.pending_setup_intent = intent.id
}

export const createSubscription = (sandbox: Sandbox, input: NewSubscription): Subscription => {
  const subscription = build(sandbox, input)
  if (input.automaticTax && countryOf(sandbox, subscription) === null) throw locationInvalid()
  const paymentMethod = payingMethod(sandbox, subscription)
  const period = currentPeriod(subscription)
  const lines = subscription.items.data.map((item) =>
    input.trialEnd === null ? periodLine(sandbox, item, period) : trialLine(sandbox, item, period),
  )
  const balance = sandbox.state.customers[input.customer]?.balance ?? 0
  const due = totalOf(sandbox, lines, input.discounts) + balance
  const paysNow = due > 0 && input.paymentBehavior !== 'default_incomplete'
  if (paysNow && input.paymentBehavior === 'error_if_incomplete')
    requirePayable(paymentMethod, input.offSession)
  if (paysNow && !paymentMethod) throw noPaymentMethod()

  sandbox.state.subscriptions[subscription.id] = subscription
  redeem(sandbox, input.discounts, subscription.id)
  const invoice = draftInvoice(sandbox, subscription, 'subscription_create', lines, {
    start: period.start,
    end: period.start,
  })
  if (input.trialEnd !== null) addPendingSetup(sandbox, subscription, paymentMethod)
  sandbox.emit('customer.subscription.created', subscription)
  sandbox.emit('invoice.created', invoice)
  finalizeInvoice(sandbox, invoice, paymentMethod?.id ?? null)
  if (invoice.status === 'paid') {
    change(sandbox, 'customer.subscription.updated', subscription, (each) => {
      if (each.status === 'incomplete') each.status = 'active'
    })
  } else if (paysNow && paymentMethod) {
    collect(sandbox, invoice, paymentMethod, { offSession: input.offSession, trigger: 'manual' })
  }
  return subscription
}
