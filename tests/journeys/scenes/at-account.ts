import type { Diagnosis, DiagnosisResult } from '#core/model/profile.ts'
import { routes } from '#core/model/routes.ts'
import { seeText } from './scene.ts'
import type { ProductUrls } from '../support/product.ts'
import type { Visitor } from '../support/visitor.ts'

export const group = 'Account'
export const path = routes.account
export const api = '**/api/v1'

export const open = async (visitor: Visitor) => {
  await visitor.open(path)
  await visitor.page.getByRole('button', { name: 'Sign out' }).waitFor()
  await visitor.page.locator('main [aria-busy]').first().waitFor({ state: 'detached' })
}

/** Overrides parts of the subscription in the admin API's profile; null for no subscription. */
export const withSubscription = async (
  { context }: Visitor,
  changes: object | null,
): Promise<void> => {
  await context.route(`${api}/me`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() !== 'GET') return route.fulfill({ response })
    const { data } = (await response.json()) as { data: { subscription: object } }
    const subscription = changes && { ...data.subscription, ...changes }
    return route.fulfill({ response, json: { data: { ...data, subscription } } })
  })
}

/** The scores of an earlier result: two lower, one higher, one the same. */
const moved = <Part extends { readonly score: number }>(
  parts: readonly Part[],
  by: number,
  most: number,
): readonly Part[] =>
  parts.map((part, index) => {
    const score = Math.round((part.score + ([-3, 1, 0, -1][index] ?? 0) * by) * 10) / 10
    return { ...part, score: Math.min(most, Math.max(most === 6 ? 1 : 0, score)) }
  })

const earlierResult = (result: DiagnosisResult): DiagnosisResult => {
  if (result.kind === 'money_belief') return { ...result, beliefs: moved(result.beliefs, 0.5, 6) }
  const pillars = moved(result.pillars, 10, 100)
  const sum = pillars.reduce((total, { score }) => total + score, 0)
  return { ...result, score: Math.round(sum / pillars.length), pillars }
}

/** Adds an earlier result with other scores, from three months ago, to each of the member's. */
export const withEarlierResults = async ({ context }: Visitor): Promise<void> => {
  await context.route(`${api}/coaching/diagnosis`, async (route) => {
    const response = await route.fetch()
    if (route.request().method() !== 'GET') return route.fulfill({ response })
    const page = (await response.json()) as { data: readonly Diagnosis[] }
    const earlier = page.data.map(({ result, ...diagnosis }) => ({
      ...diagnosis,
      id: `earlier-${diagnosis.id}`,
      createdAt: inDays(-90),
      answers: {},
      result: earlierResult(result),
    }))
    return route.fulfill({ response, json: { ...page, data: [...page.data, ...earlier] } })
  })
}

export const inDays = (days: number): string =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()

/** A card that expires this many months from now. */
export const aCard = (monthsLeft: number) => {
  const end = new Date()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + monthsLeft)
  return {
    brand: 'Visa',
    last4: '4242',
    expMonth: end.getUTCMonth() + 1,
    expYear: end.getUTCFullYear(),
  }
}

export const running = {
  paymentMethod: aCard(49),
  openInvoice: null,
  graceEndsAt: null,
  pendingChange: null,
}
export const active = {
  ...running,
  status: 'active',
  trialEnd: null,
  currentPeriodEnd: inDays(340),
}
const openInvoice = {
  amount: { amount: 8999, currency: 'usd' },
  attemptedAt: inDays(-1),
  nextAttemptAt: inDays(2),
}
export const late = { ...active, status: 'past_due', openInvoice, graceEndsAt: inDays(6) }
export const onHold = {
  ...late,
  status: 'unpaid',
  openInvoice: { ...openInvoice, nextAttemptAt: null },
  graceEndsAt: null,
}

export const standing =
  (changes: object | null, says: string | RegExp) => async (visitor: Visitor) => {
    await withSubscription(visitor, changes)
    await open(visitor)
    await seeText(visitor, says)
  }

export const subscriptions = `${api}/iap_subscriptions/stripe/subscriptions/*`

/**
 * Fulfils the requests in the browser with the admin API's real headers. Nothing changes on the
 * server, because later scenes use the same account.
 */
export const answer = async (
  { context }: Visitor,
  { adminApi }: ProductUrls,
  address: string,
  json: object | ((own: object) => object),
  status = 200,
): Promise<void> => {
  await context.route(address, async (route) => {
    const me = `${adminApi}/api/v1/me`
    const response = await route.fetch({ method: 'GET', url: me, postData: '' })
    const { data } = (await response.json()) as { data: { subscription: object } }
    const answered = typeof json === 'function' ? json(data.subscription) : json
    return route.fulfill({ response, status, json: answered })
  })
}
