import { unsignedToken } from '#tests/support/id-tokens.ts'
import { surveyAnswers } from './answers.ts'
import { somebody } from './harness.ts'
import { oneOfMany, shownUsers } from './many-rows.ts'
import type { Person, PlanShop } from './plan-shop.ts'
import { freshKey, routes } from './shop.ts'

type Answer = { readonly statusCode: number; readonly body: string }
/** Prepares a request; only the request itself is timed. */
type Timed = (shop: PlanShop, turn: number) => Promise<() => Promise<Answer>>

/** A request by a different user each turn, among those who have results. */
const asEach =
  (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: (turn: number) => object): Timed =>
  async ({ app }, turn) => {
    const token = unsignedToken(oneOfMany(1 + (turn % shownUsers)))
    const headers = { authorization: `Bearer ${token}` }
    return () => app.inject({ method, url, headers, ...(payload && { payload: payload(turn) }) })
  }

const survey = (turn: number) => ({
  kind: 'survey',
  version: '1',
  answers: { ...surveyAnswers, 'emergency-savings': turn % 7 },
})

const members = new WeakMap<PlanShop, Promise<Person>>()
/** One subscriber of the shop, for requests that can be repeated. */
const memberOf = (shop: PlanShop): Promise<Person> => {
  const member = members.get(shop) ?? shop.subscriber('annual')
  members.set(shop, member)
  return member
}
const keyed = ({ as }: Pick<Person, 'as'>) => ({ as, headers: { 'idempotency-key': freshKey() } })

/** A request to each route that uses the database. */
export const timedRoutes: Readonly<Record<string, Timed>> = {
  'GET /api/v1/me': asEach('GET', '/api/v1/me'),
  'PATCH /api/v1/me': asEach('PATCH', '/api/v1/me', () => ({ firstName: 'Ada' })),
  'DELETE /api/v1/me': async (shop) => {
    const { as } = await shop.subscriber('annual')
    return () => shop.delete('/api/v1/me', { as: { ...as, signedInAgo: 1 } })
  },
  'GET /api/v1/me/export': asEach('GET', '/api/v1/me/export'),
  'POST /api/v1/me/app_claims': asEach('POST', '/api/v1/me/app_claims', () => ({})),
  'POST /api/v1/app_claims/redeem': async (shop, turn) => {
    const { as } = await memberOf(shop)
    const claim = await shop.post('/api/v1/me/app_claims', {}, { as })
    const token = new URL(claim.json().data.url).searchParams.get('claim')
    return () => shop.post('/api/v1/app_claims/redeem', { token, appUserId: `app-of-${turn}` })
  },
  'GET /api/v1/coaching/diagnosis': asEach('GET', '/api/v1/coaching/diagnosis'),
  'POST /api/v1/coaching/diagnosis': asEach('POST', '/api/v1/coaching/diagnosis', survey),
  'GET /api/v1/coaching/diagnosis/public/questions': asEach(
    'GET',
    '/api/v1/coaching/diagnosis/public/questions?kind=survey',
  ),
  'POST /api/v1/coaching/diagnosis/public/calculate': asEach(
    'POST',
    '/api/v1/coaching/diagnosis/public/calculate',
    survey,
  ),
  'POST /api/v1/mailings/result': async (shop, turn) => {
    const told = { ...survey(turn), email: `visitor-${turn}@example.com` }
    return () => shop.post('/api/v1/mailings/result', told)
  },
  [`GET ${routes.offers}`]: asEach('GET', routes.offers),
  [`GET ${routes.promotionCodes}`]: async (shop) => () =>
    shop.get(`${routes.promotionCodes}?code=WELCOME20&product=annual`),
  [`POST ${routes.setupIntents}`]: async (shop) => {
    const as = somebody()
    return () => shop.post(routes.setupIntents, { billingEmail: 'billing@example.com' }, { as })
  },
  [`POST ${routes.subscriptions}`]: async (shop) => {
    const as = somebody()
    const card = await shop.takeCard(as)
    return () => shop.order(as, card)
  },
  [`DELETE ${routes.subscriptions}/{id}`]: async (shop) => {
    const { as, url } = await memberOf(shop)
    await shop.post(`${url}/resume`, {}, { as })
    return () => shop.delete(url, { as })
  },
  [`POST ${routes.subscriptions}/{id}/resume`]: async (shop) => {
    const { as, url } = await memberOf(shop)
    await shop.delete(url, { as })
    return () => shop.post(`${url}/resume`, {}, { as })
  },
  [`PUT ${routes.subscriptions}/{id}/payment_method`]: async (shop) => {
    const member = await memberOf(shop)
    const card = await shop.takeCard(member.as)
    return () => shop.put(`${member.url}/payment_method`, card, keyed(member))
  },
  [`POST ${routes.subscriptions}/{id}/change_preview`]: async (shop) => {
    const member = await memberOf(shop)
    return () => shop.preview(member, 'monthly')
  },
  [`POST ${routes.subscriptions}/{id}/change`]: async (shop) => {
    const person = await shop.subscriber('monthly')
    const preview = await shop.previewed(person, 'annual')
    return () => shop.change(person, preview)
  },
  [`POST ${routes.subscriptions}/{id}/withdraw`]: async (shop) => {
    const { as, url } = await shop.subscriber('annual')
    return () => shop.post(`${url}/withdraw`, {}, keyed({ as: { ...as, signedInAgo: 1 } }))
  },
  [`GET ${routes.subscriptions}/{id}/invoices`]: async (shop) => {
    const { as, url } = await memberOf(shop)
    return () => shop.get(`${url}/invoices`, { as })
  },
  [`POST ${routes.webhooks}`]: async (shop) => {
    const { stripeId } = await shop.subscriber('annual', { inTrial: true })
    const events = await shop.events('customer.subscription.created')
    const event = events.find(({ data }) => JSON.stringify(data).includes(stripeId))!
    return () => shop.deliver(event)
  },
}
