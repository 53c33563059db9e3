import { collect } from '../billing/collection.ts'
import {
  finalizeByHand,
  markUncollectible,
  paymentIntentOf,
  voidInvoice,
} from '../billing/invoices.ts'
import { cardError, findOwnPaymentMethod } from '../billing/payment-methods.ts'
import { payingMethod, setAutoAdvance } from '../billing/subscriptions.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch, StripeError } from '../errors.ts'
import type { Invoice } from '../objects/invoices.ts'
import { flag, isWithin, oneOf, range, text } from '../params.ts'
import type { Sandbox } from '../sandbox.ts'

const find = (sandbox: Sandbox, id: string): Invoice => {
  const invoice = sandbox.state.invoices[id]
  if (!invoice) throw noSuch('invoice', id)
  return invoice
}

const subscriptionIdOf = (invoice: Invoice): string =>
  invoice.parent.subscription_details.subscription

const pay = (
  sandbox: Sandbox,
  invoice: Invoice,
  paymentMethodId: string | undefined,
  offSession: boolean,
): Invoice => {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid')
  if (invoice.status === 'void')
    throw invalidRequest(`This invoice can't be paid: its status is ${invoice.status}.`)
  const subscription = sandbox.state.subscriptions[subscriptionIdOf(invoice)]
  const paymentMethod =
    paymentMethodId === undefined
      ? subscription && payingMethod(sandbox, subscription)
      : findOwnPaymentMethod(sandbox, invoice.customer, paymentMethodId, 'payment_method')
  if (!paymentMethod) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
      { code: 'resource_missing' },
    )
  }
  if (invoice.status === 'draft') finalizeByHand(sandbox, invoice, paymentMethod.id)
  if (invoice.amount_remaining === 0) return invoice
  const outcome = collect(sandbox, invoice, paymentMethod, { offSession, trigger: 'manual' })
  const intent = paymentIntentOf(sandbox, invoice)
  if (outcome.kind === 'declined')
    throw cardError(outcome.decline, {
      charge: intent?.latest_charge ?? undefined,
      payment_intent: intent,
      payment_method: paymentMethod,
    })
  if (outcome.kind === 'action') {
    throw new StripeError(402, {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message:
        'This payment requires additional user action before it can be completed successfully. ' +
        'Payment can be completed using the PaymentIntent associated with the invoice.',
      payment_intent: intent,
    })
  }
  return invoice
}

export const invoiceEndpoints = [
  endpoint(
    'GET',
    '/v1/invoices',
    {
      ...paging,
      collection_method: oneOf('charge_automatically', 'send_invoice'),
      created: range,
      customer: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text,
    },
    (sandbox, { params }) =>
      listPage(
        '/v1/invoices',
        Object.values(sandbox.state.invoices).filter(
          (each) =>
            (params.collection_method === undefined ||
              each.collection_method === params.collection_method) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            (params.customer === undefined || each.customer === params.customer) &&
            (params.status === undefined || each.status === params.status) &&
            (params.subscription === undefined || subscriptionIdOf(each) === params.subscription),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/invoices/:id', {}, (sandbox, { id }) => find(sandbox, id)),
  endpoint('POST', '/v1/invoices/:id', { auto_advance: flag }, (sandbox, { params, id }) => {
    const invoice = find(sandbox, id)
    if (params.auto_advance !== undefined) setAutoAdvance(sandbox, invoice, params.auto_advance)
    return invoice
  }),
  endpoint('GET', '/v1/invoices/:id/lines', paging, (sandbox, { params, id }) =>
    listPage(`/v1/invoices/${id}/lines`, find(sandbox, id).lines.data.toReversed(), params),
  ),
  endpoint(
    'POST',
    '/v1/invoices/:id/pay',
    { off_session: flag, payment_method: text },
    (sandbox, { params, id }) =>
      pay(sandbox, find(sandbox, id), params.payment_method, params.off_session ?? true),
  ),
  endpoint('POST', '/v1/invoices/:id/void', {}, (sandbox, { id }) => {
    const invoice = find(sandbox, id)
    if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
      throw invalidRequest(`You can only void open invoices; this one is ${invoice.status}.`)
    voidInvoice(sandbox, invoice)
    return invoice
  }),
  endpoint('POST', '/v1/invoices/:id/finalize', { auto_advance: flag }, (sandbox, call) => {
    const invoice = find(sandbox, call.id)
    if (invoice.status !== 'draft')
      throw invalidRequest('This invoice is already finalized, you cannot re-finalize it.', {
        code: 'invoice_not_editable',
      })
    const subscription = sandbox.state.subscriptions[subscriptionIdOf(invoice)]
    const paymentMethod = subscription && payingMethod(sandbox, subscription)
    invoice.auto_advance = call.params.auto_advance ?? invoice.auto_advance
    finalizeByHand(sandbox, invoice, paymentMethod?.id ?? null)
    return invoice
  }),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', {}, (sandbox, { id }) => {
    const invoice = find(sandbox, id)
    if (invoice.status !== 'open')
      throw invalidRequest(`You can only mark open invoices; this one is ${invoice.status}.`)
    markUncollectible(sandbox, invoice)
    return invoice
  }),
]
