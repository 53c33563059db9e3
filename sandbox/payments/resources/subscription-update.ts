import { dropDiscounts, requestedDiscounts, redeem } from '../billing/discounts.ts'
import { findOwnPaymentMethod } from '../billing/payment-methods.ts'
import {
  changeItems,
  changeItemsWhenPaid,
  changeTrial,
  checkTrialEnd,
} from '../billing/subscription-changes.ts'
import type { ChangeTerms, ItemChange } from '../billing/subscription-changes.ts'
import { currentPeriod } from '../billing/subscription-period.ts'
import { requirePayable } from '../billing/new-subscription.ts'
import { previewInvoice } from '../billing/preview.ts'
import { payingMethod } from '../billing/subscriptions.ts'
import { invalidRequest } from '../errors.ts'
import type { PaymentMethod } from '../objects/payment-methods.ts'
import type { Subscription } from '../objects/subscriptions.ts'
import { mergeMetadata } from '../params.ts'
import type { Decoded } from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { findCustomer } from './customers.ts'
import { costOf, itemChanges } from './item-changes.ts'
import type { updateShape } from './subscription-params.ts'

export const isOver = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

const applyCancellation = (
  sandbox: Sandbox,
  each: Subscription,
  params: Decoded<typeof updateShape>,
): void => {
  const time = sandbox.timeOf(each.customer)
  if (params.cancel_at_period_end !== undefined && params.cancel_at) {
    throw invalidRequest(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    )
  }
  if (params.cancel_at !== undefined) {
    if (params.cancel_at !== null && params.cancel_at <= time) {
      throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
    }
    each.cancel_at = params.cancel_at
    each.cancel_at_period_end = false
  }
  if (params.cancel_at_period_end !== undefined) {
    each.cancel_at_period_end = params.cancel_at_period_end
    each.cancel_at = params.cancel_at_period_end ? currentPeriod(each).end : null
  }
  if (params.cancel_at === undefined && params.cancel_at_period_end === undefined) return
  each.canceled_at = each.cancel_at === null ? null : (each.canceled_at ?? time)
  each.cancellation_details.reason = each.cancel_at === null ? null : 'cancellation_requested'
}

const changeTerms = (
  sandbox: Sandbox,
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): ChangeTerms => {
  const { start, end } = currentPeriod(subscription)
  const time = params.proration_date ?? sandbox.timeOf(subscription.customer)
  if (time < start || time > end)
    throw invalidRequest('Cannot specify a proration_date outside of the current billing period.', {
      param: 'proration_date',
    })
  return {
    proration: params.proration_behavior ?? 'create_prorations',
    time,
    offSession: params.off_session ?? false,
    awaits: params.payment_behavior === 'default_incomplete',
  }
}

/** Throws the error that the invoice of a change would fail with, before anything is changed. */
const refuseUnpayableChange = (
  sandbox: Sandbox,
  subscription: Subscription,
  changes: ItemChange[],
  terms: ChangeTerms & { method: PaymentMethod | null },
): void => {
  const { proration, time, offSession } = terms
  const preview = previewInvoice(sandbox, subscription, {
    changes,
    proration,
    time,
    discounts: null,
  })
  if (preview.amount_due === 0 || preview.created > time) return
  requirePayable(terms.method ?? payingMethod(sandbox, subscription), offSession)
}

/** Refuses to set an end while a schedule decides when the subscription ends. */
const refuseWhileScheduled = (
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): void => {
  const cancels = params.cancel_at !== undefined || params.cancel_at_period_end !== undefined
  if (subscription.schedule === null || !cancels) return
  throw invalidRequest(
    `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any ` +
      'cancelation behavior directly is not allowed. Please update the schedule instead.',
  )
}

export const update = (
  sandbox: Sandbox,
  subscription: Subscription,
  params: Decoded<typeof updateShape>,
): Subscription => {
  const allowedWhenOver = ['cancellation_details', 'metadata']
  if (isOver(subscription) && Object.keys(params).some((key) => !allowedWhenOver.includes(key))) {
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
      {
        code: 'invalid_canceled_subscription_fields',
      },
    )
  }
  refuseWhileScheduled(subscription, params)
  const customer = findCustomer(sandbox, subscription.customer, 'customer')
  const changes = params.items ? itemChanges(sandbox, subscription, params.items) : []
  const method =
    params.default_payment_method === undefined
      ? null
      : findOwnPaymentMethod(
          sandbox,
          customer.id,
          params.default_payment_method,
          'default_payment_method',
        )
  checkTrialEnd(sandbox, subscription, params.trial_end)
  const terms = changeTerms(sandbox, subscription, params)
  if (params.payment_behavior === 'error_if_incomplete' && changes.length > 0)
    refuseUnpayableChange(sandbox, subscription, changes, { ...terms, method })
  const discounts =
    params.discounts === undefined
      ? null
      : requestedDiscounts(sandbox, customer, params.discounts ?? [], {
          ...costOf(subscription, changes),
          existing: subscription.discounts,
        })
  change(sandbox, 'customer.subscription.updated', subscription, (each) => {
    applyCancellation(sandbox, each, params)
    if (method) each.default_payment_method = method.id
    if (params.description !== undefined) each.description = params.description
    if (discounts) {
      redeem(sandbox, discounts, each.id)
      dropDiscounts(
        sandbox,
        each,
        discounts.map(({ id }) => id),
      )
    }
    const saves = params.payment_settings?.save_default_payment_method
    if (saves) each.payment_settings.save_default_payment_method = saves
    if (params.trial_settings) {
      each.trial_settings.end_behavior.missing_payment_method =
        params.trial_settings.end_behavior.missing_payment_method
    }
    Object.assign(each.cancellation_details, params.cancellation_details)
    each.metadata = mergeMetadata(each.metadata, params.metadata)
  })
  if (changes.length > 0) {
    const changeNow =
      params.payment_behavior === 'pending_if_incomplete' ? changeItemsWhenPaid : changeItems
    changeNow(sandbox, subscription, changes, terms)
  }
  if (params.trial_end !== undefined)
    changeTrial(sandbox, subscription, params.trial_end, terms.offSession)
  return subscription
}
