/** Simulates a shop that calls every route of the payments sandbox and raises every event. */
import type { Stripe } from 'stripe'
import { customerWithCard, DAY, failureOf, HOUR, priceOf } from './support.ts'
import type { Running } from './support.ts'

const authenticate = async (
  payments: Running,
  intent: { id: string; client_secret: string | null },
  passed = true,
) => {
  const { id, client_secret } = intent
  await payments.post('/3ds/complete', { intent: id, client_secret, passed })
}

const catalog = async (stripe: Stripe) => {
  const product = await stripe.products.create({
    name: 'Team',
    marketing_features: [{ name: 'For two' }],
  })
  await stripe.products.update(product.id, { description: 'For a team' })
  await stripe.products.retrieve(product.id)
  await stripe.products.list()
  const terms = { product: product.id, currency: 'usd', recurring: { interval: 'month' as const } }
  const small = await stripe.prices.create({ ...terms, unit_amount: 500, lookup_key: 'small' })
  const large = await stripe.prices.create({ ...terms, unit_amount: 2500 })
  await stripe.prices.create({
    product_data: { name: 'A book' },
    currency: 'usd',
    unit_amount: 900,
  })
  await stripe.prices.update(large.id, { nickname: 'Large' })
  await stripe.prices.retrieve(small.id, { expand: ['product'] })
  await stripe.prices.list()
  return { small, large }
}

const promotions = async (stripe: Stripe, product: string) => {
  const coupon = await stripe.coupons.create({
    percent_off: 10,
    duration: 'once',
    applies_to: { products: [product] },
    expand: ['applies_to'],
  })
  await stripe.coupons.retrieve(coupon.id)
  await stripe.coupons.list()
  const code = await stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { minimum_amount: 100, minimum_amount_currency: 'usd' },
  })
  await stripe.promotionCodes.update(code.id, { metadata: { campaign: 'spring' } })
  await stripe.promotionCodes.retrieve(code.id, { expand: ['promotion.coupon'] })
  await stripe.promotionCodes.list()
  return { coupon, code }
}

const customers = async (stripe: Stripe) => {
  const customer = await stripe.customers.create({
    email: 'ada@example.com',
    name: 'Ada',
    address: { line1: '1 High Street', country: 'GB' },
  })
  await stripe.customers.retrieve(customer.id)
  await stripe.customers.list()
  await stripe.customers.del(customer.id)
  await stripe.customers.retrieve(customer.id)
}

const cards = async (
  payments: Running,
  post: (path: string, form: Record<string, string>) => Promise<unknown>,
) => {
  const { stripe } = payments
  const customer = await stripe.customers.create({})
  await post('/v1/payment_methods', {
    key: 'pk_test_sandbox',
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
    'billing_details[address][postal_code]': '94110',
  })
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await stripe.paymentMethods.update(card.id, { billing_details: { name: 'Ada' } })
  await stripe.paymentMethods.retrieve(card.id)
  await stripe.paymentMethods.list({ customer: customer.id })
  await stripe.customers.listPaymentMethods(customer.id)
  await stripe.paymentMethods.detach(card.id)
  await failureOf(stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }))

  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    automatic_payment_methods: { enabled: true },
  })
  await stripe.setupIntents.update(intent.id, { description: 'A card' })
  await failureOf(
    stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
  )
  await stripe.setupIntents.confirm(intent.id, {
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://localhost/back',
  })
  await authenticate(payments, intent, false)
  await stripe.setupIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
  await authenticate(payments, intent)
  await stripe.setupIntents.retrieve(intent.id, { expand: ['latest_attempt', 'payment_method'] })
  await post(`/v1/setup_intents/${intent.id}`, {})
  await stripe.setupIntents.list()
  await stripe.setupAttempts.list({ setup_intent: intent.id })
  await stripe.setupIntents.cancel((await stripe.setupIntents.create({})).id)
}

const everyExpansion = [
  'customer',
  'default_payment_method',
  'discounts.promotion_code',
  'discounts.source.coupon',
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments.data.payment.payment_intent.latest_charge',
]

const money = async (payments: Running, price: string) => {
  const { stripe } = payments
  const { customer } = await customerWithCard(stripe)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    expand: everyExpansion,
  })
  await stripe.subscriptions.retrieve(subscription.id)
  await stripe.subscriptions.list()
  await stripe.subscriptions.search({ query: "metadata['plan']:'none'" })
  const [charge] = (await stripe.charges.list({ customer: customer.id })).data
  const id = charge?.id ?? ''
  const refund = await stripe.refunds.create({ charge: id, amount: 100 })
  await stripe.refunds.retrieve(refund.id)
  await stripe.refunds.list()
  await stripe.charges.retrieve(id, { expand: ['refunds', 'payment_intent'] })
  await stripe.paymentIntents.retrieve(String(charge?.payment_intent))
  await stripe.paymentIntents.list()

  const disputed = await customerWithCard(stripe, 'pm_card_createDispute')
  for (let turn = 0; turn < 2; turn += 1)
    await stripe.subscriptions.create({ customer: disputed.customer.id, items: [{ price }] })
  const [first, second] = (await stripe.disputes.list()).data
  await stripe.disputes.update(first?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  await stripe.disputes.close(second?.id ?? '')
  await stripe.disputes.retrieve(first?.id ?? '', { expand: ['charge', 'payment_intent'] })
}

const invoices = async (payments: Running, price: string) => {
  const { stripe } = payments
  const failing = await customerWithCard(stripe, 'pm_card_chargeCustomerFail')
  const items = [{ price }]
  const create = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer: failing.customer.id, items, ...more })
  const newestOf = async ({ id }: Stripe.Subscription) =>
    (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0]?.id ?? ''

  await stripe.invoices.voidInvoice(await newestOf(await create()))
  await stripe.subscriptions.cancel((await create()).id)
  const trial = await create({ trial_period_days: 30 })
  await create({
    trial_period_days: 30,
    trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    customer: (await stripe.customers.create({})).id,
  })
  await payments.advance(30 * DAY)
  const draft = await newestOf(trial)
  await stripe.invoices.update(draft, { auto_advance: false })
  await stripe.invoices.update(draft, { auto_advance: true })
  await stripe.invoices.finalizeInvoice(draft)
  await failureOf(stripe.invoices.pay(draft))
  await stripe.invoices.markUncollectible(draft)
  await stripe.invoices.retrieve(draft, {
    expand: [
      'confirmation_secret',
      'payments',
      'customer',
      'parent.subscription_details.subscription',
    ],
  })
  await stripe.invoices.listLineItems(draft)

  const asked = await customerWithCard(stripe, 'pm_card_authenticationRequired')
  const waiting = await create({
    customer: asked.customer.id,
    trial_period_days: 1,
    expand: ['pending_setup_intent'],
  })
  await payments.advance(DAY + HOUR)
  const open = await newestOf(waiting)
  const { payments: paid } = await stripe.invoices.retrieve(open, {
    expand: ['payments.data.payment.payment_intent'],
  })
  const intent = paid?.data[0]?.payment.payment_intent as Stripe.PaymentIntent
  await authenticate(payments, intent, false)
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  await stripe.subscriptions.update(waiting.id, { cancel_at_period_end: true })
}

const plans = async (
  stripe: Stripe,
  { small, large }: { small: Stripe.Price; large: Stripe.Price },
  code: string,
) => {
  const { customer } = await customerWithCard(stripe)
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
    discounts: [{ promotion_code: code }],
    expand: everyExpansion,
  })
  const items = [{ id: subscription.items.data[0]?.id, price: large.id }]
  const details = { items, proration_behavior: 'always_invoice' as const }
  await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
  })
  await stripe.subscriptions.update(subscription.id, details)
  const from = { from_subscription: subscription.id }
  const schedule = await stripe.subscriptionSchedules.create(from)
  const [now] = schedule.phases
  const dates = { start_date: now?.start_date, end_date: now?.end_date }
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [{ items: [{ price: large.id }], ...dates }, { items: [{ price: small.id }] }],
  })
  await stripe.subscriptionSchedules.retrieve(schedule.id, { expand: ['subscription'] })
  await stripe.subscriptionSchedules.list()
  await stripe.subscriptionSchedules.release(schedule.id)
  await stripe.subscriptionSchedules.cancel((await stripe.subscriptionSchedules.create(from)).id)
  const ending = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
  })
  const last = await stripe.subscriptionSchedules.create({ from_subscription: ending.id })
  await stripe.subscriptionSchedules.update(last.id, { end_behavior: 'cancel' })
}

/** Changes of plan that wait for their payment: one is paid, one given up. */
const pendingUpdates = async (
  payments: Running,
  { small, large }: { small: Stripe.Price; large: Stripe.Price },
) => {
  const { stripe } = payments
  for (const isPaid of [true, false]) {
    const { customer } = await customerWithCard(stripe)
    const { id, items } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: small.id }],
    })
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: customer.id,
    })
    await stripe.subscriptions.update(id, { default_payment_method: card.id })
    const { latest_invoice: invoice } = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id, price: large.id }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
    })
    const better = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    if (isPaid) await stripe.invoices.pay(String(invoice), { payment_method: better.id })
  }
  await payments.advance(DAY)
}

const rest = async (payments: Running) => {
  const { stripe } = payments
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_900_000_000 })
  await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_900_000_060 })
  await stripe.testHelpers.testClocks.retrieve(clock.id)
  await stripe.testHelpers.testClocks.list()
  await stripe.testHelpers.testClocks.del(clock.id)
  const hook = await stripe.webhookEndpoints.create({
    url: 'http://127.0.0.1:9/',
    enabled_events: ['account.updated'],
  })
  await stripe.webhookEndpoints.retrieve(hook.id)
  await stripe.webhookEndpoints.list()
  await stripe.webhookEndpoints.del(hook.id)
  const [event] = (await stripe.events.list()).data
  await stripe.events.retrieve(event?.id ?? '')
}

export const everythingOnce = async (payments: Running, send: typeof fetch): Promise<void> => {
  const { stripe } = payments
  const post = (path: string, form: Record<string, string>) =>
    send(`${payments.url}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const prices = await catalog(stripe)
  const { code } = await promotions(stripe, String(prices.small.product))
  await customers(stripe)
  await cards(payments, post)
  await money(payments, prices.small.id)
  await plans(stripe, prices, code.id)
  await invoices(payments, prices.small.id)
  await pendingUpdates(payments, prices)
  await payments.advance(40 * DAY)
  await priceOf(stripe, 'monthly')
  await rest(payments)
}
