import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpired } from '#admin-api/data/cleaning.ts'
import { keptConsents, subscriptions } from '#admin-api/data/schema.ts'
import { reviseUser } from '#admin-api/data/users.ts'
import { mailboxDigest } from '#admin-api/payments/person.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody } from './support/harness.ts'
import { declining, startPlanShop } from './support/plan-shop.ts'
import type { PlanShop } from './support/plan-shop.ts'
import { agreement, freshKey } from './support/shop.ts'

const day = 24 * 60 * 60 * 1000

let shop: PlanShop
beforeAll(async () => {
  shop = await startPlanShop()
})
afterAll(() => shop.stop())

const cleanAt = (at: Date) =>
  deleteExpired({ db: shop.db, clock: () => at, log: { error: () => expect.unreachable() } })

const current = async (as: TokenClaims) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription
const leave = async (as: TokenClaims) =>
  expect((await shop.delete('/api/v1/me', { as })).statusCode).toBe(204)
const keptOf = (email: string) =>
  shop.db
    .select()
    .from(keptConsents)
    .where(eq(keptConsents.digest, mailboxDigest(shop.settings.ledgerKeys, email)))

const ordered = async (as: TokenClaims, order: object = {}) => {
  const answer = await shop.order(as, { ...(await shop.takeCard(as)), ...order })
  expect(answer.statusCode).toBe(201)
  return answer.json().data
}

/** Cancels at the provider, too, since the next order would adopt a live subscription. */
const cancel = async (id: string) => {
  const [row] = await shop.db
    .update(subscriptions)
    .set({ state: 'canceled' })
    .where(eq(subscriptions.id, id))
    .returning()
  await reviseUser(shop.db, row!.userId)
  await shop.stripe.subscriptions.cancel(row?.stripeSubscriptionId ?? '')
}

describe('the consent of an order', () => {
  test('is stored with its text, plan, price, end of the trial and time', async () => {
    const as = somebody()
    const before = Date.now()
    const { consent } = await ordered(as)
    expect(consent).toEqual({
      ...agreement,
      productId: 'annual',
      price: { amount: 8999, currency: 'usd' },
      discount: null,
      trialEnd: new Date(Date.parse(consent.agreedAt) + 14 * day).toISOString(),
      agreedAt: expect.any(String),
    })
    expect(Date.parse(consent.agreedAt)).toBeGreaterThanOrEqual(before)
    expect((await current(as)).consent).toEqual(consent)
    const { data } = (await shop.get('/api/v1/me/export', { as })).json()
    expect([data.profile.subscription.consent, data.subscriptions[0].consent]).toEqual([
      consent,
      consent,
    ])
  })

  test('records the discount, and no trial for a user who has already had one', async () => {
    const as = somebody()
    const { id } = await ordered(as)
    await cancel(id)
    const { consent } = await ordered(as, { promotionCodeId: 'promo_sandbox_welcome20' })
    expect(consent).toMatchObject({ discount: { code: 'WELCOME20' }, trialEnd: null })
  })

  test('stays the original one when the order is repeated with a different text', async () => {
    const as = somebody()
    const [card, key] = [await shop.takeCard(as), freshKey()]
    const first = await shop.order(as, card, { key })
    const tomorrow = { ...card, consent: { text: 'Tomorrow’s dates.', version: '2026-02' } }
    const again = [await shop.order(as, tomorrow, { key }), await shop.order(as, tomorrow)]
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(again.map((answer) => answer.json())).toEqual([first.json(), first.json()])
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('stays as it was when the subscription changes at the provider', async () => {
    const as = somebody()
    const { consent } = await ordered(as)
    const [subscription] = await shop.subscriptionsOf(as)
    await shop.stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true })
    const [updated] = await shop.events('customer.subscription.updated')
    await shop.deliver(updated!)
    expect(await current(as)).toMatchObject({ cancelAtPeriodEnd: true, consent })
  })

  test('is kept along with the consent to a change of plan, even after the account is deleted', async () => {
    const person = await shop.subscriber('monthly')
    const { as, url } = person
    const { id: previewId } = await shop.previewed(person, 'annual')
    const consent = { text: 'By changing, you agree to our terms of use.', version: '2026-01' }
    const change = { productId: 'annual', previewId, consent }
    const headers = { 'idempotency-key': freshKey() }
    const changed = await shop.post(`${url}/change`, change, { as, headers })
    const { consent: ordered, changeConsents } = changed.json().data
    expect(changeConsents).toEqual([
      {
        ...consent,
        productId: 'annual',
        price: { amount: 8999, currency: 'usd' },
        discount: null,
        trialEnd: null,
        agreedAt: expect.any(String),
      },
    ])
    expect((await current(as)).changeConsents).toEqual(changeConsents)
    await leave(as)
    const kept = (await keptOf(String(as.email))).map((each) => each.consent)
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(expect.arrayContaining([ordered, ...changeConsents]))
  })

  test('is null for a subscription from before consents were stored', async () => {
    const as = somebody()
    const { id } = await ordered(as)
    const [row] = await shop.db
      .update(subscriptions)
      .set({ consent: null })
      .where(eq(subscriptions.id, id))
      .returning()
    await reviseUser(shop.db, row!.userId)
    expect((await current(as)).consent).toBeNull()
  })

  test.each([
    ['when it is missing', undefined, 'consent', 'field/required'],
    ['without its text', { version: '1' }, 'consent.text', 'field/required'],
    ['with an empty text', { text: '', version: '1' }, 'consent.text', 'field/invalid'],
    [
      'with a text that is too long',
      { text: 'x'.repeat(2001), version: '1' },
      'consent.text',
      'field/invalid',
    ],
    [
      'with a version that is too long',
      { text: 'Yes', version: 'x'.repeat(51) },
      'consent.version',
      'field/invalid',
    ],
    [
      'with a date from the caller',
      { ...agreement, agreedAt: '2026-01-01' },
      'consent.agreedAt',
      'field/unknown',
    ],
  ])('is refused %s', async (_how, consent, path, code) => {
    const as = somebody()
    const answer = await shop.order(as, { ...(await shop.takeCard(as)), consent })
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [expect.objectContaining({ path, code })],
    ])
  })
})

describe('the consent of a deleted account', () => {
  test('is kept under the digest of the mailbox, with nothing else about the person', async () => {
    const as = somebody({ email: 'Consenting+1@example.com' })
    const { consent } = await ordered(as)
    await leave(as)
    const [kept, ...others] = await keptOf('consenting@example.com')
    expect([kept?.consent, others]).toEqual([consent, []])
    expect(Object.keys(kept ?? {})).toEqual(['id', 'digest', 'consent', 'keptSince'])
  })

  test('is kept for the order that succeeded, and not for one that failed', async () => {
    const as = somebody({ email: 'declined-consent@example.com' })
    const { id } = await ordered(as)
    await cancel(id)
    const declined = await shop.order(as, await shop.takeCard(as, declining))
    expect(declined.statusCode).toBe(402)
    await leave(as)
    expect(await keptOf('declined-consent@example.com')).toHaveLength(1)
  })

  test('is deleted after three years', async () => {
    const as = somebody({ email: 'old-consent@example.com' })
    await ordered(as)
    await leave(as)
    await cleanAt(new Date(Date.now() + 3 * 365 * day - day))
    expect(await keptOf('old-consent@example.com')).toHaveLength(1)
    await cleanAt(new Date(Date.now() + 3 * 365 * day + day))
    expect(await keptOf('old-consent@example.com')).toEqual([])
  })
})
