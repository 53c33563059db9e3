import { endpoint, listPage, paging } from '../endpoint.ts'
import { invalidRequest, missingParam, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Interval, Price, Product } from '../objects/catalog.ts'
import type { Metadata } from '../objects/common.ts'
import {
  atLeast,
  flag,
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
import { change } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import type { State } from '../store.ts'

export const newProduct = (time: number, own: Partial<Product> & { name: string }): Product => ({
  id: newId('prod', 14),
  object: 'product',
  active: true,
  created: time,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: time,
  url: null,
  ...own,
})

export const newPrice = (
  time: number,
  own: Partial<Price> & { product: string; unit_amount: number; currency: string },
): Price => ({
  id: newId('price'),
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: time,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: own.recurring ? 'recurring' : 'one_time',
  unit_amount_decimal: String(own.unit_amount),
  ...own,
})

export const recurring = (
  interval: Interval,
  count = 1,
  trialDays: number | null = null,
): Price['recurring'] => ({
  interval,
  interval_count: count,
  meter: null,
  trial_period_days: trialDays,
  usage_type: 'licensed',
})

const findProduct = (state: State, id: string, param = 'id'): Product => {
  const product = state.products[id]
  if (!product) throw noSuch('product', id, param)
  return product
}

export const findPrice = (state: State, id: string, param = 'id'): Price => {
  const price = state.prices[id]
  if (!price) throw noSuch('price', id, param)
  return price
}

const productFields = {
  active: flag,
  default_price: text,
  description: orUnset(text),
  images: listOf(text),
  marketing_features: listOf(objectOf({ name: required(text) })),
  metadata,
  statement_descriptor: text,
  unit_label: text,
  url: orUnset(text),
}

const takeLookupKey = (
  sandbox: Sandbox,
  lookupKey: string,
  transfer: boolean,
  owner: string,
): void => {
  const holder = Object.values(sandbox.state.prices).find(
    (each) => each.lookup_key === lookupKey && each.id !== owner,
  )
  if (!holder) return
  if (!transfer) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      code: 'resource_already_exists',
      param: 'lookup_key',
    })
  }
  change(sandbox, 'price.updated', holder, (each) => {
    each.lookup_key = null
  })
}

const definedOf = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>

const cleanMetadata = (input: Metadata | null | undefined): Metadata => mergeMetadata({}, input)

export const catalogEndpoints = [
  endpoint(
    'POST',
    '/v1/products',
    { ...productFields, name: required(text), id: text },
    (sandbox, { params }) => {
      if (params.id !== undefined && sandbox.state.products[params.id]) {
        throw invalidRequest('Product already exists.', {
          code: 'resource_already_exists',
          param: 'id',
        })
      }
      const product = newProduct(sandbox.now(), {
        ...definedOf(params),
        name: params.name,
        metadata: cleanMetadata(params.metadata),
      })
      sandbox.state.products[product.id] = product
      sandbox.emit('product.created', product)
      return product
    },
  ),
  endpoint(
    'GET',
    '/v1/products',
    { ...paging, active: flag, ids: listOf(text), created: range, url: text },
    (sandbox, { params }) =>
      listPage(
        '/v1/products',
        Object.values(sandbox.state.products).filter(
          (each) =>
            (params.active === undefined || each.active === params.active) &&
            (params.ids === undefined || params.ids.includes(each.id)) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            (params.url === undefined || each.url === params.url),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/products/:id', {}, (sandbox, { id }) => findProduct(sandbox.state, id)),
  endpoint(
    'POST',
    '/v1/products/:id',
    { ...productFields, name: text },
    (sandbox, { params, id }) => {
      const product = findProduct(sandbox.state, id)
      if (params.default_price !== undefined)
        findPrice(sandbox.state, params.default_price, 'default_price')
      change(sandbox, 'product.updated', product, (each) => {
        Object.assign(each, definedOf(params), {
          metadata: mergeMetadata(each.metadata, params.metadata),
        })
        each.updated = sandbox.now()
      })
      return product
    },
  ),
  endpoint(
    'POST',
    '/v1/prices',
    {
      active: flag,
      currency: required(text),
      lookup_key: text,
      metadata,
      nickname: text,
      product: text,
      product_data: objectOf({ name: required(text), active: flag, metadata, unit_label: text }),
      recurring: objectOf({
        interval: required(oneOf('day', 'week', 'month', 'year')),
        interval_count: atLeast(1),
        trial_period_days: atLeast(1),
        usage_type: oneOf('licensed'),
      }),
      tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
      transfer_lookup_key: flag,
      unit_amount: atLeast(0),
    },
    (sandbox, { params }) => {
      if (params.unit_amount === undefined) throw missingParam('unit_amount')
      if ((params.product === undefined) === (params.product_data === undefined)) {
        throw invalidRequest(
          'You must specify either `product` or `product_data` when creating a price.',
          {
            param: 'product',
          },
        )
      }
      if (params.product !== undefined) findProduct(sandbox.state, params.product, 'product')
      const price = newPrice(sandbox.now(), {
        active: params.active ?? true,
        currency: params.currency.toLowerCase(),
        lookup_key: params.lookup_key ?? null,
        metadata: cleanMetadata(params.metadata),
        nickname: params.nickname ?? null,
        product: params.product ?? '',
        recurring: params.recurring
          ? recurring(
              params.recurring.interval,
              params.recurring.interval_count,
              params.recurring.trial_period_days,
            )
          : null,
        tax_behavior: params.tax_behavior ?? 'unspecified',
        unit_amount: params.unit_amount,
      })
      if (price.lookup_key !== null)
        takeLookupKey(sandbox, price.lookup_key, params.transfer_lookup_key ?? false, price.id)
      if (params.product_data) {
        const {
          name,
          active = true,
          metadata: productMetadata,
          unit_label = null,
        } = params.product_data
        const product = newProduct(sandbox.now(), {
          name,
          active,
          unit_label,
          metadata: cleanMetadata(productMetadata),
        })
        sandbox.state.products[product.id] = product
        sandbox.emit('product.created', product)
        price.product = product.id
      }
      sandbox.state.prices[price.id] = price
      sandbox.emit('price.created', price)
      return price
    },
  ),
  endpoint(
    'GET',
    '/v1/prices',
    {
      ...paging,
      active: flag,
      created: range,
      currency: text,
      lookup_keys: listOf(text),
      product: text,
      recurring: objectOf({
        interval: oneOf('day', 'week', 'month', 'year'),
        usage_type: oneOf('licensed'),
      }),
      type: oneOf('one_time', 'recurring'),
    },
    (sandbox, { params }) =>
      listPage(
        '/v1/prices',
        Object.values(sandbox.state.prices).filter(
          (each) =>
            (params.active === undefined || each.active === params.active) &&
            (params.created === undefined || isWithin(each.created, params.created)) &&
            (params.currency === undefined || each.currency === params.currency) &&
            (params.lookup_keys === undefined ||
              (each.lookup_key !== null && params.lookup_keys.includes(each.lookup_key))) &&
            (params.product === undefined || each.product === params.product) &&
            (params.recurring?.interval === undefined ||
              each.recurring?.interval === params.recurring.interval) &&
            (params.type === undefined || each.type === params.type),
        ),
        params,
      ),
  ),
  endpoint('GET', '/v1/prices/:id', {}, (sandbox, { id }) => findPrice(sandbox.state, id)),
  endpoint(
    'POST',
    '/v1/prices/:id',
    { active: flag, lookup_key: text, metadata, nickname: text, transfer_lookup_key: flag },
    (sandbox, { params, id }) => {
      const price = findPrice(sandbox.state, id)
      if (params.lookup_key !== undefined)
        takeLookupKey(sandbox, params.lookup_key, params.transfer_lookup_key ?? false, id)
      change(sandbox, 'price.updated', price, (each) => {
        each.active = params.active ?? each.active
        each.lookup_key = params.lookup_key ?? each.lookup_key
        each.nickname = params.nickname ?? each.nickname
        each.metadata = mergeMetadata(each.metadata, params.metadata)
      })
      return price
    },
  ),
]
