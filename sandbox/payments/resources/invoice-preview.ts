import { requestedDiscounts } from '../billing/discounts.ts'
import { previewInvoice } from '../billing/preview.ts'
import { endpoint } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import { atLeast, integer, listOf, objectOf, oneOf, orUnset, text } from '../params.ts'
import { findCustomer } from './customers.ts'
import { costOf, itemChanges } from './item-changes.ts'

const subscriptionDetails = objectOf({
  items: listOf(objectOf({ id: text, price: text, quantity: atLeast(1) })),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  proration_date: integer,
})

export const invoicePreviewEndpoint = endpoint(
  'POST',
  '/v1/invoices/create_preview',
  {
    customer: text,
    discounts: orUnset(listOf(objectOf({ coupon: text, promotion_code: text, discount: text }))),
    preview_mode: oneOf('next'),
    subscription: text,
    subscription_details: subscriptionDetails,
  },
  (sandbox, { params }) => {
    if (params.subscription === undefined) throw missingParam('subscription')
    const subscription = sandbox.state.subscriptions[params.subscription]
    if (!subscription) throw noSuch('subscription', params.subscription, 'subscription')
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
      throw invalidRequest(`No upcoming invoices for customer: '${subscription.customer}'`, {
        code: 'invoice_upcoming_none',
      })
    }
    const customer = findCustomer(sandbox, subscription.customer, 'customer')
    const details = params.subscription_details ?? {}
    const changes = itemChanges(
      sandbox,
      subscription,
      details.items ?? [],
      'subscription_details[items]',
    )
    return previewInvoice(sandbox, subscription, {
      changes,
      proration: details.proration_behavior ?? 'create_prorations',
      time: details.proration_date ?? sandbox.timeOf(subscription.customer),
      discounts:
        params.discounts === undefined
          ? null
          : requestedDiscounts(sandbox, customer, params.discounts ?? [], {
              ...costOf(subscription, changes),
              existing: subscription.discounts,
            }),
    })
  },
)
