import {
  attach,
  detach,
  findOwnPaymentMethod,
  findPaymentMethod,
} from '../billing/payment-methods.ts'
import { endSubscription } from '../billing/subscriptions.ts'
import { locationInvalid } from '../billing/taxes.ts'
import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Customer } from '../objects/customers.ts'
import {
  address,
  integer,
  isWithin,
  listOf,
  mergeMetadata,
  metadata,
  objectOf,
  oneOf,
  orUnset,
  range,
  required,
  text,
} from '../params.ts'
import type { Decoded } from '../params.ts'
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'

/** A customer that exists and was not deleted. */
export const findCustomer = (sandbox: Sandbox, id: string, param: string): Customer => {
  const customer = sandbox.state.customers[id]
  if (!customer || customer.deleted) throw noSuch('customer', id, param)
  return customer
}

const fields = {
  address: orUnset(address),
  balance: integer,
  description: orUnset(text),
  email: orUnset(text),
  invoice_settings: objectOf({ default_payment_method: orUnset(text) }),
  metadata,
  name: orUnset(text),
  phone: orUnset(text),
  preferred_locales: listOf(text),
  tax: objectOf({ validate_location: oneOf('auto', 'deferred', 'immediately') }),
}

const looksLikeEmail = (email: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)

const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

const apply = (sandbox: Sandbox, customer: Customer, input: Decoded<typeof fields>): void => {
  if (input.email && !looksLikeEmail(input.email)) {
    throw invalidRequest(`Invalid email address: ${input.email}`, {
      code: 'email_invalid',
      param: 'email',
    })
  }
  const defaultMethod = input.invoice_settings?.default_payment_method
  if (defaultMethod) {
    findOwnPaymentMethod(
      sandbox,
      customer.id,
      defaultMethod,
      'invoice_settings[default_payment_method]',
    )
  }
  if (defaultMethod !== undefined) customer.invoice_settings.default_payment_method = defaultMethod
  const address = input.address === undefined ? customer.address : input.address
  if (input.tax?.validate_location === 'immediately' && !address?.country) throw locationInvalid()
  if (input.address !== undefined)
    customer.address = input.address && { ...NO_ADDRESS, ...input.address }
  if (input.balance !== undefined) customer.balance = input.balance
  if (input.description !== undefined) customer.description = input.description
  if (input.email !== undefined) customer.email = input.email
  if (input.name !== undefined) customer.name = input.name
  if (input.phone !== undefined) customer.phone = input.phone
  if (input.preferred_locales !== undefined) customer.preferred_locales = input.preferred_locales
  customer.metadata = mergeMetadata(customer.metadata, input.metadata)
}

const create = (sandbox: Sandbox, input: Decoded<typeof createShape>): Customer => {
  const clock =
    input.test_clock === undefined ? undefined : sandbox.state.testClocks[input.test_clock]
  if (input.test_clock !== undefined && !clock)
    throw noSuch('test clock', input.test_clock, 'test_clock')
  const id = newId('cus', 14)
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: clock?.frozen_time ?? sandbox.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock?.id ?? null,
  }
  const paymentMethod =
    input.payment_method === undefined
      ? null
      : findPaymentMethod(sandbox, input.payment_method, 'payment_method')
  if (paymentMethod) attach(sandbox, paymentMethod, id)
  const settings = input.invoice_settings
  const namesItsOwn =
    paymentMethod !== null && settings?.default_payment_method === input.payment_method
  apply(
    sandbox,
    customer,
    namesItsOwn
      ? { ...input, invoice_settings: { default_payment_method: paymentMethod.id } }
      : input,
  )
  sandbox.state.customers[id] = customer
  sandbox.emit('customer.created', customer)
  return customer
}

const createShape = { ...fields, payment_method: text, test_clock: text }

const remove = (sandbox: Sandbox, id: string): object => {
  const customer = findCustomer(sandbox, id, 'id')
  for (const subscription of Object.values(sandbox.state.subscriptions)) {
    const isOver =
      subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
    if (subscription.customer === id && !isOver)
      endSubscription(sandbox, subscription, 'cancellation_requested')
  }
  for (const paymentMethod of Object.values(sandbox.state.paymentMethods)) {
    if (paymentMethod.customer === id) detach(sandbox, paymentMethod)
  }
  sandbox.emit('customer.deleted', customer)
  customer.deleted = true
  return { id, object: 'customer', deleted: true }
}

export const customerEndpoints = [
  endpoint('POST', '/v1/customers', createShape, (sandbox, { params }) => create(sandbox, params)),
  endpoint(
    'GET',
    '/v1/customers',
    { ...paging, email: text, created: range, test_clock: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/customers',
        Object.values(sandbox.state.customers).filter(
          (each) =>
            !each.deleted &&
            (params.email === undefined || each.email === params.email) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            each.test_clock === (params.test_clock ?? null),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/customers/:id', {}, (sandbox, { id }) => {
    const customer = sandbox.state.customers[id]
    if (!customer) throw noSuch('customer', id)
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer
  }),
  endpoint('POST', '/v1/customers/:id', fields, (sandbox, { params, id }) => {
    const customer = findCustomer(sandbox, id, 'id')
    change(sandbox, 'customer.updated', customer, (each) => apply(sandbox, each, params))
    return customer
  }),
  endpoint('DELETE', '/v1/customers/:id', {}, (sandbox, { id }) => remove(sandbox, id)),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...paging, type: oneOf('card') },
    (sandbox, { params, id }) => {
      findCustomer(sandbox, id, 'id')
      return listPage(
        `/v1/customers/${id}/payment_methods`,
        Object.values(sandbox.state.paymentMethods).filter((each) => each.customer === id),
        params,
      )
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_methods',
    { ...paging, customer: required(text), type: oneOf('card') },
    (sandbox, { params }) => {
      findCustomer(sandbox, params.customer, 'customer')
      return listPage(
        '/v1/payment_methods',
        Object.values(sandbox.state.paymentMethods).filter(
          (each) => each.customer === params.customer,
        ),
        params,
      )
    },
  ),
]
