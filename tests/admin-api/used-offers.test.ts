import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usedOffers } from '#admin-api/data/schema.ts'
import { mailboxOf } from '#admin-api/domain/mail.ts'
import type { TokenClaims } from '#tests/support/id-tokens.ts'
import { somebody, startApi } from './support/harness.ts'
import { freshCard, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

const problemOf = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const statusOf = async (as: TokenClaims) =>
  (await shop.get('/api/v1/me', { as })).json().data.subscription?.status ?? null
const isEligible = async (as: TokenClaims | null) =>
  (await shop.get(routes.offers, as === null ? {} : { as })).json().data.trialEligible
const leave = async (as: TokenClaims) =>
  expect((await shop.delete('/api/v1/me', { as })).statusCode).toBe(204)
const welcome = { promotionCodeId: 'promo_sandbox_welcome20' }

/** Somebody who has had a trial and deleted the account. */
const leaver = async (email: string, card = freshCard()) => {
  const as = somebody({ email })
  expect((await shop.order(as, await shop.takeCard(as, card))).json().data.status).toBe('trialing')
  await leave(as)
}

describe('the normalized mailbox', () => {
  test.each([
    [' Ada@Example.com ', 'ada@example.com'],
    ['ada+trial2@example.com', 'ada@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['A.da@GoogleMail.com', 'ada@gmail.com'],
    ['a.da@example.com', 'a.da@example.com'],
    ['ａｄａ@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['ada@ex\u00adample.com', 'ada@example.com'],
    ['ada@mail。example.com', 'ada@mail.example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['a.da@g\u00admail.com', 'ada@gmail.com'],
    ['ada@not a domain', 'ada@not a domain'],
  ])('of %j is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})

describe('a free trial', () => {
  test('is not given again to a mailbox whose account was deleted', async () => {
    await leaver('once@example.com')
    const again = somebody({ email: 'Once+2@example.com' })
    expect(await isEligible(again)).toBe(false)
    expect((await shop.order(again, await shop.takeCard(again))).statusCode).toBe(201)
    expect(await statusOf(again)).toBe('active')
  })

  test('is not given again to the card of a deleted account', async () => {
    const card = freshCard()
    await leaver('first-card@example.com', card)
    const again = somebody()
    expect(await isEligible(again)).toBe(true)
    expect((await shop.order(again, await shop.takeCard(again, card))).json().data.status).toBe(
      'active',
    )
  })

  test('that was promised but is unavailable fails the order until it is repeated without a trial', async () => {
    const card = freshCard()
    await leaver('promised@example.com', card)
    const again = somebody()
    const order = await shop.takeCard(again, card)
    expect(problemOf(await shop.order(again, { ...order, expectedTrialDays: 14 }))).toEqual([
      409,
      'subscription/trial-unavailable',
    ])
    expect(await shop.subscriptionsOf(again)).toEqual([])
    expect(problemOf(await shop.order(again, { ...order, expectedTrialDays: 14 }))).toEqual([
      409,
      'subscription/trial-unavailable',
    ])
    expect((await shop.order(again, { ...order, expectedTrialDays: 0 })).json().data.status).toBe(
      'active',
    )
  })

  test('is refused to a former subscriber who was promised one', async () => {
    const as = somebody()
    await shop.order(as, await shop.takeCard(as))
    const [made] = await shop.subscriptionsOf(as)
    await shop.stripe.subscriptions.cancel(made!.id)
    for (const event of await shop.events('customer.subscription.deleted'))
      await shop.deliver(event)
    expect(await isEligible(as)).toBe(false)
    expect(
      problemOf(await shop.order(as, { ...(await shop.takeCard(as)), expectedTrialDays: 14 })),
    ).toEqual([409, 'subscription/trial-unavailable'])
  })

  test('is given once to a card that several accounts use concurrently', async () => {
    const card = freshCard()
    const people = Array.from({ length: 5 }, () => somebody())
    const orders = await Promise.all(
      people.map(async (as) => ({ as, order: await shop.takeCard(as, card) })),
    )
    const answers = await Promise.all(
      orders.map(({ as, order }) => shop.order(as, { ...order, expectedTrialDays: 14 })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201, 409, 409, 409, 409,
    ])
  })

  test('is not used up by an order that failed', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    await shop.stripe.paymentMethods.detach(card.paymentMethodId)
    expect((await shop.order(as, card)).statusCode).toBe(422)
    expect(await isEligible(as)).toBe(true)
    expect(
      (await shop.order(as, { ...(await shop.takeCard(as)), expectedTrialDays: 14 })).json().data
        .status,
    ).toBe('trialing')
  })

  test('is offered to every visitor who is not signed in', async () => {
    expect(await isEligible(null)).toBe(true)
  })
})

describe('a promotion code', () => {
  test('with duration `once` is refused to a mailbox that used it in an account since deleted', async () => {
    const first = somebody({ email: 'bargain@example.com' })
    expect(
      (await shop.order(first, { ...(await shop.takeCard(first)), ...welcome })).statusCode,
    ).toBe(201)
    await leave(first)
    const again = somebody({ email: 'bargain+again@example.com' })
    const card = await shop.takeCard(again)
    expect(problemOf(await shop.order(again, { ...card, ...welcome }))).toEqual([
      409,
      'promotion/used-before',
    ])
    expect((await shop.order(again, card)).statusCode).toBe(201)
  })

  test('with duration `once` is not used up by a declined card', async () => {
    await leaver('declined@example.com')
    const as = somebody({ email: 'declined@example.com' })
    expect(
      (
        await shop.order(as, {
          ...(await shop.takeCard(as, 'pm_card_chargeCustomerFail')),
          ...welcome,
        })
      ).statusCode,
    ).toBe(402)
    expect((await shop.order(as, { ...(await shop.takeCard(as)), ...welcome })).statusCode).toBe(
      201,
    )
  })

  test('with duration `forever` can be used again by the same mailbox', async () => {
    const { id: coupon } = await shop.stripe.coupons.create({
      percent_off: 10,
      duration: 'forever',
    })
    const { id: promotionCodeId } = await shop.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      code: 'ALWAYS10',
    })
    for (const email of ['always@example.com', 'always+2@example.com']) {
      const as = somebody({ email })
      expect(
        (await shop.order(as, { ...(await shop.takeCard(as)), promotionCodeId })).statusCode,
      ).toBe(201)
      await leave(as)
    }
  })
})

describe('the stored digest of a person', () => {
  test('reveals neither email nor card, and nothing about the account', async () => {
    await leaver('kept@example.com')
    const rows = await shop.db.select().from(usedOffers)
    expect(rows.filter(({ digest }) => !/^[\da-f]{64}$/.test(digest))).toEqual([])
    expect(rows.filter(({ claimId }) => claimId !== null)).toEqual([])
  })

  test('rules out a second trial after the key is rotated, as long as the old key is kept', async () => {
    await leaver('rotated@example.com')
    const as = somebody({ email: 'rotated@example.com' })
    const eligibleWith = async (keys: string) => {
      const api = await startApi({
        parts: { database: shop.database, stripe: shop.stripe },
        environment: { LEDGER_KEY: keys },
      })
      const { trialEligible } = (await api.get(routes.offers, { as })).json().data
      await api.stop()
      return trialEligible
    }
    expect(await eligibleWith('new-key, sandbox-ledger-key')).toBe(false)
    expect(await eligibleWith('new-key')).toBe(true)
  })
})
