import { invalidRequest } from './errors.ts'
import type { Collections, State } from './store.ts'

/** For each kind of object, the paths of its expandable ids and the kinds they refer to. */
const LINKS: Record<string, Record<string, keyof Collections>> = {
  charge: { customer: 'customers', payment_intent: 'paymentIntents' },
  customer: {
    'invoice_settings.default_payment_method': 'paymentMethods',
    test_clock: 'testClocks',
  },
  discount: {
    customer: 'customers',
    promotion_code: 'promotionCodes',
    'source.coupon': 'coupons',
  },
  dispute: { charge: 'charges', payment_intent: 'paymentIntents' },
  invoice: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    discounts: 'discounts',
    'parent.subscription_details.subscription': 'subscriptions',
    test_clock: 'testClocks',
    'total_discount_amounts.discount': 'discounts',
  },
  invoice_payment: { invoice: 'invoices', 'payment.payment_intent': 'paymentIntents' },
  line_item: {
    discounts: 'discounts',
    'discount_amounts.discount': 'discounts',
    'pricing.price_details.price': 'prices',
    subscription: 'subscriptions',
  },
  payment_intent: {
    customer: 'customers',
    latest_charge: 'charges',
    payment_method: 'paymentMethods',
  },
  payment_method: { customer: 'customers' },
  price: { product: 'products' },
  product: { default_price: 'prices' },
  promotion_code: { customer: 'customers', 'promotion.coupon': 'coupons' },
  refund: {
    charge: 'charges',
    customer: 'customers',
    payment_intent: 'paymentIntents',
    payment_method: 'paymentMethods',
  },
  setup_attempt: {
    customer: 'customers',
    payment_method: 'paymentMethods',
    setup_intent: 'setupIntents',
  },
  setup_intent: {
    customer: 'customers',
    latest_attempt: 'setupAttempts',
    payment_method: 'paymentMethods',
  },
  subscription: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    discounts: 'discounts',
    latest_invoice: 'invoices',
    pending_setup_intent: 'setupIntents',
    schedule: 'subscriptionSchedules',
    test_clock: 'testClocks',
  },
  subscription_schedule: { customer: 'customers', subscription: 'subscriptions' },
  subscription_item: { discounts: 'discounts' },
}

/** Members that are sent only when they are expanded. */
const INCLUDED_ON_REQUEST: Record<string, string[]> = {
  charge: ['refunds'],
  coupon: ['applies_to'],
  invoice: ['confirmation_secret', 'payments'],
}

/** Objects that are embedded in others, by path. */
const PARTS: Record<string, Record<string, string>> = {
  charge: { 'refunds.data': 'refund' },
  invoice: { 'lines.data': 'line_item', 'payments.data': 'invoice_payment' },
  subscription: { 'items.data': 'subscription_item' },
  subscription_item: { price: 'price' },
}

const KINDS: Record<keyof Collections, string> = {
  charges: 'charge',
  coupons: 'coupon',
  customers: 'customer',
  discounts: 'discount',
  disputes: 'dispute',
  events: 'event',
  invoices: 'invoice',
  paymentIntents: 'payment_intent',
  paymentMethods: 'payment_method',
  prices: 'price',
  products: 'product',
  promotionCodes: 'promotion_code',
  refunds: 'refund',
  setupAttempts: 'setup_attempt',
  setupIntents: 'setup_intent',
  subscriptions: 'subscription',
  subscriptionSchedules: 'subscription_schedule',
  testClocks: 'test_helpers.test_clock',
  webhookEndpoints: 'webhook_endpoint',
}

type Tree = Map<string, Tree>

const asTree = (paths: readonly string[]): Tree => {
  const root: Tree = new Map()
  for (const path of paths) {
    if (path.split('.').length > 8)
      throw invalidRequest(`You cannot expand more than 4 levels of a property`, {
        param: 'expand',
      })
    let node = root
    for (const segment of path.split('.')) {
      const next: Tree = node.get(segment) ?? new Map()
      node.set(segment, next)
      node = next
    }
  }
  return root
}

const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })

const isExpandable = (kind: string, path: string): boolean => {
  if (path === '' || INCLUDED_ON_REQUEST[kind]?.includes(path)) return true
  const steps: [string, string][] = [
    ...Object.entries(LINKS[kind] ?? {}).map(([at, collection]): [string, string] => [
      at,
      KINDS[collection],
    ]),
    ...Object.entries(PARTS[kind] ?? {}),
  ]
  return steps.some(([at, next]) => {
    const isPart = PARTS[kind]?.[at] !== undefined
    return (
      (path === at && !isPart) ||
      (path.startsWith(`${at}.`) && isExpandable(next, path.slice(at.length + 1)))
    )
  })
}

/**
 * Throws, before anything is done, for a path at which this kind of object has nothing to expand.
 */
export const checkExpand = (kind: string, paths: readonly string[]): void => {
  const wrong = paths.find((path) => !isExpandable(kind, path))
  if (wrong !== undefined) throw cannotExpand(wrong)
}

/**
 * A copy of `object` as it is sent: own members only, with the links named in `expand` replaced by
 * the objects.
 */
export const render = (
  state: State,
  object: object,
  expand: readonly string[] = [],
): Record<string, unknown> => {
  const walk = (
    value: unknown,
    tree: Tree,
    kind: string,
    within: string,
    trail: string,
  ): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, tree, kind, within, trail))
    const collection = LINKS[kind]?.[within]
    if (collection && typeof value === 'string') {
      const linked = state[collection][value]
      if (!linked) throw cannotExpand(trail)
      return walk(linked, tree, linked.object, '', trail)
    }
    if (value === null || value === undefined) return value
    if (typeof value !== 'object') throw cannotExpand(trail)
    const record = value as Record<string, unknown>
    const ownKind = typeof record['object'] === 'string' ? record['object'] : null
    const nextKind = ownKind ?? kind
    const base = ownKind === null && within ? `${within}.` : ''
    const hidden = ownKind ? (INCLUDED_ON_REQUEST[ownKind] ?? []) : []
    for (const segment of tree.keys()) {
      if (!Object.hasOwn(record, segment) && !hidden.includes(segment))
        throw cannotExpand(trail ? `${trail}.${segment}` : segment)
    }
    const copy: Record<string, unknown> = {}
    for (const [key, member] of Object.entries(record)) {
      if (key.startsWith('_')) continue
      const branch = tree.get(key)
      if (hidden.includes(key) && !branch) continue
      const next = trail ? `${trail}.${key}` : key
      copy[key] = branch ? walk(member, branch, nextKind, `${base}${key}`, next) : strip(member)
    }
    return copy
  }

  /** Renders the value without expanding anything. */
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    return walk(value, new Map(), '', '', '')
  }

  return walk(object, asTree(expand), '', '', '') as Record<string, unknown>
}
