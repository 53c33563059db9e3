import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { somebody } from './support/harness.ts'
import { agreement, freshKey, routes, startShop } from './support/shop.ts'
import type { Shop } from './support/shop.ts'

const day = 24 * 60 * 60 * 1000

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterEach(() => shop.outage({}))
afterAll(() => shop.stop())

const problemOf = (answer: { statusCode: number; json(): { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

/** A user whose first subscription has ended: the next one has no trial. */
const formerSubscriber = async () => {
  const as = somebody()
  await shop.order(as, await shop.takeCard(as))
  const [subscription] = await shop.subscriptionsOf(as)
  await shop.stripe.subscriptions.cancel(subscription!.id)
  const [ended] = (await shop.events('customer.subscription.deleted')).filter(
    (event) => 'id' in event.data.object && event.data.object.id === subscription!.id,
  )
  await shop.deliver(ended!)
  return as
}

describe('POST subscriptions', () => {
  test('creates a subscription in trial', async () => {
    const as = somebody()
    const answer = await shop.order(as, { ...(await shop.takeCard(as)), journey: 'sign-up' })
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json()
    expect(data).toMatchObject({
      productId: 'annual',
      status: 'trialing',
      price: { amount: 8999, currency: 'usd' },
      cancelAtPeriodEnd: false,
      discount: null,
    })
    expect(Date.parse(data.trialEnd) - Date.now()).toBeGreaterThan(13.9 * day)
    expect(data.currentPeriodEnd).toBe(data.trialEnd)
    expect(await shop.subscriptionsOf(as)).toMatchObject([{ status: 'trialing' }])
    expect((await shop.get('/api/v1/me', { as })).json().data.subscription).toEqual(data)
  })

  test('adds the subscription to the subscriber in RevenueCat’s format', async () => {
    const as = somebody()
    const { data } = (await shop.order(as, await shop.takeCard(as))).json()
    expect((await shop.get(routes.offers, { as })).json().data.subscriber).toMatchObject({
      entitlements: {
        coaching: { product_identifier: 'annual', expires_date: data.currentPeriodEnd },
      },
      subscriptions: {
        annual: {
          expires_date: data.currentPeriodEnd,
          period_type: 'trial',
          store: 'stripe',
          is_sandbox: true,
        },
      },
    })
  })

  test('applies a promotion code', async () => {
    const as = somebody()
    const promotion = (
      await shop.get(`${routes.promotionCodes}?code=HALFYEAR&product=monthly`)
    ).json().data
    const answer = await shop.order(as, {
      ...(await shop.takeCard(as)),
      productId: 'monthly',
      promotionCodeId: promotion.id,
    })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.discount).toEqual(promotion)
  })

  test.each([
    ['promo_sandbox_expired', 410, 'promotion/expired'],
    ['promo_sandbox_soldout', 410, 'promotion/used-up'],
    ['promo_sandbox_halfyear', 409, 'promotion/not-applicable'],
    ['promo_nonsense', 404, 'promotion/not-found'],
  ])('refuses the promotion %s', async (promotionCodeId, status, code) => {
    const as = somebody()
    const answer = await shop.order(as, { ...(await shop.takeCard(as)), promotionCodeId })
    expect(problemOf(answer)).toEqual([status, code])
    expect(await shop.subscriptionsOf(as)).toEqual([])
  })

  test('returns the same subscription for a repeated request, even with a new key', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const key = freshKey()
    const first = await shop.order(as, card, { key })
    const again = await shop.order(as, card, { key })
    const withNewKey = await shop.order(as, card)
    expect([first.statusCode, again.statusCode, withNewKey.statusCode]).toEqual([201, 200, 200])
    expect(again.json()).toEqual(first.json())
    expect(withNewKey.json()).toEqual(first.json())
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('creates one subscription for ten concurrent requests with different keys', async () => {
    const as = somebody()
    const card = await shop.takeCard(as)
    const place = async () => {
      for (;;) {
        const answer = await shop.order(as, card)
        if (answer.json().code !== 'subscription/in-progress') return answer
      }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, place))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      201,
    ])
    expect(new Set(answers.map((answer) => answer.json().data.id)).size).toBe(1)
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('refuses a second subscription to another plan', async () => {
    const as = somebody()
    await shop.order(as, await shop.takeCard(as))
    const answer = await shop.order(as, { ...(await shop.takeCard(as)), productId: 'monthly' })
    expect(problemOf(answer)).toEqual([409, 'subscription/already-active'])
    expect(await shop.subscriptionsOf(as)).toHaveLength(1)
  })

  test('gives a former subscriber no second trial', async () => {
    const as = await formerSubscriber()
    expect((await shop.get('/api/v1/me', { as })).json().data.subscription.status).toBe('canceled')
    const answer = await shop.order(as, await shop.takeCard(as))
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ status: 'active', trialEnd: null })
  })

  describe('an order', () => {
    test('is rejected without an Idempotency-Key', async () => {
      const as = somebody()
      const answer = await shop.post(
        routes.subscriptions,
        { productId: 'annual', ...(await shop.takeCard(as)), consent: agreement },
        { as },
      )
      expect(problemOf(answer)).toEqual([400, 'idempotency/key-required'])
    })

    test('is rejected with an Idempotency-Key that is too long', async () => {
      const as = somebody()
      expect(
        problemOf(await shop.order(as, await shop.takeCard(as), { key: 'k'.repeat(256) })),
      ).toEqual([400, 'idempotency/key-invalid'])
    })

    test('is rejected with an Idempotency-Key reused for another request', async () => {
      const as = somebody()
      const card = await shop.takeCard(as)
      const key = freshKey()
      await shop.order(as, { ...card, productId: 'lifetime' }, { key })
      expect(problemOf(await shop.order(as, card, { key }))).toEqual([
        409,
        'idempotency/key-reused',
      ])
    })

    test('is rejected while the email is unverified', async () => {
      const as = somebody({ emailVerified: false })
      const answer = await shop.order(as, { ...(await shop.takeCard(as)), journey: 'sign-up' })
      expect(problemOf(answer)).toEqual([403, 'auth/email-unverified'])
      expect(problemOf(await shop.order(as, await shop.takeCard(as)))).toEqual([
        403,
        'auth/email-unverified',
      ])
    })

    test('is rejected when nobody is signed in', async () => {
      const answer = await shop.post(
        routes.subscriptions,
        { productId: 'annual', ...(await shop.takeCard(null)), consent: agreement },
        { headers: { 'idempotency-key': freshKey() } },
      )
      expect(problemOf(answer)).toEqual([401, 'auth/unauthenticated'])
    })

    test.each([
      [{ productId: 'lifetime' }, 'productId', 'product/unknown'],
      [{ setupIntentId: 'seti_nonsense' }, 'setupIntentId', 'setup-intent/unknown'],
      [{ paymentMethodId: 'pm_other' }, 'paymentMethodId', 'payment-method/mismatch'],
      [{ paymentMethodId: 5 }, 'paymentMethodId', 'field/wrong-type'],
      [{ journey: 'assessment' }, 'journey', 'field/invalid'],
      [{ price: 1 }, 'price', 'field/unknown'],
    ])('is rejected with %j, naming the field', async (wrong, path, code) => {
      const as = somebody()
      const answer = await shop.order(as, { ...(await shop.takeCard(as)), ...wrong })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual([expect.objectContaining({ path, code })])
    })

    test('is rejected with a card that was removed at the provider', async () => {
      const as = somebody()
      const card = await shop.takeCard(as)
      await shop.stripe.paymentMethods.detach(card.paymentMethodId)
      const answer = await shop.order(as, card)
      expect(answer.json().errors).toEqual([
        expect.objectContaining({ path: 'paymentMethodId', code: 'payment-method/unusable' }),
      ])
      expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    })

    test('is rejected with a SetupIntent that is not confirmed', async () => {
      const as = somebody()
      const { id, clientSecret } = (
        await shop.post(routes.setupIntents, { billingEmail: 'a@example.com' }, { as })
      ).json().data
      const answer = await shop.order(as, {
        setupIntentId: id,
        setupIntentClientSecret: clientSecret,
        paymentMethodId: 'pm_card_visa',
      })
      expect(answer.json().errors).toEqual([
        expect.objectContaining({ path: 'setupIntentId', code: 'setup-intent/not-succeeded' }),
      ])
    })

    test.each([
      ['no client secret', undefined, 'field/required'],
      ['another client secret', 'seti_1_secret_1', 'setup-intent/unknown'],
      ['the client secret of another card', null, 'setup-intent/unknown'],
    ])('is rejected with %s, so no other browser can use the card', async (_what, wrong, code) => {
      const [thief, card] = [somebody(), await shop.takeCard(null)]
      const secret = wrong === null ? (await shop.takeCard(null)).setupIntentClientSecret : wrong
      const answer = await shop.order(thief, { ...card, setupIntentClientSecret: secret })
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [expect.objectContaining({ code })],
      ])
      expect((await shop.order(somebody(), card)).statusCode).toBe(201)
    })

    test('is rejected with a card entered more than a day ago', async () => {
      const as = somebody()
      const cards = [await shop.takeCard(as), await shop.takeCard(null)]
      const later = await startShop({
        environment: { STRIPE_API_BASE: shop.paymentsUrl },
        parts: { database: shop.database, clock: () => new Date(Date.now() + day + 60_000) },
      })
      for (const card of cards) {
        const answer = await later.order(as, card)
        expect([answer.statusCode, answer.json().errors]).toEqual([
          422,
          [expect.objectContaining({ path: 'setupIntentId', code: 'setup-intent/expired' })],
        ])
      }
      await later.stop()
    })

    test('is rejected with a card that another user has entered', async () => {
      const [owner, thief] = [somebody(), somebody()]
      const answer = await shop.order(thief, await shop.takeCard(owner))
      expect(answer.json().errors).toEqual([
        expect.objectContaining({ path: 'setupIntentId', code: 'setup-intent/unknown' }),
      ])
    })
  })

  describe('in the quick journey', () => {
    test('accepts a card entered before the account was created, while the email is unverified', async () => {
      const card = await shop.takeCard(null, 'pm_card_visa', 'enroll')
      const as = somebody({ emailVerified: false })
      const answer = await shop.order(as, { ...card, journey: 'enroll' })
      expect(answer.statusCode).toBe(201)
      expect(answer.json().data.status).toBe('trialing')
    })

    test.each([
      ['a visitor in the sign-up journey', null, 'sign-up'],
      ['a visitor who named no journey', null, undefined],
      ['the user', somebody({ emailVerified: false }), 'enroll'],
    ] as const)(
      'requires a verified email for a card that was entered by %s',
      async (_who, giver, journey) => {
        const as = giver ?? somebody({ emailVerified: false })
        const card = await shop.takeCard(giver, 'pm_card_visa', journey)
        expect(problemOf(await shop.order(as, { ...card, journey: 'enroll' }))).toEqual([
          403,
          'auth/email-unverified',
        ])
        expect(
          (await shop.order({ ...as, emailVerified: true }, { ...card, journey: 'enroll' }))
            .statusCode,
        ).toBe(201)
      },
    )

    test('accepts a visitor’s card for one account only', async () => {
      const card = await shop.takeCard(null)
      await shop.order(somebody(), { ...card, journey: 'enroll' })
      const answer = await shop.order(somebody(), { ...card, journey: 'enroll' })
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'setupIntentId'])
    })
  })

  describe('when the card is declined', () => {
    test('says why, leaves no live subscription behind and accepts another card', async () => {
      const as = await formerSubscriber()
      const declined = await shop.order(as, await shop.takeCard(as, 'pm_card_chargeCustomerFail'))
      expect(declined.statusCode).toBe(402)
      expect(declined.json()).toMatchObject({
        code: 'payment/declined',
        declineCode: 'generic_decline',
        detail: 'Your card was declined.',
      })
      expect(
        (await shop.subscriptionsOf(as)).filter(
          ({ status }) => !['canceled', 'incomplete_expired'].includes(status),
        ),
      ).toEqual([])
      expect((await shop.get('/api/v1/me', { as })).json().data.subscription.status).toBe(
        'canceled',
      )

      expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    })

    test('repeats the refusal to a repeated request without trying the card again', async () => {
      const as = await formerSubscriber()
      const card = await shop.takeCard(as, 'pm_card_chargeCustomerFail')
      const key = freshKey()
      const first = await shop.order(as, card, { key })
      const again = await shop.order(as, card, { key })
      expect(again.json()).toEqual(first.json())
      expect(await shop.subscriptionsOf(as)).toHaveLength(2)
    })
  })

  describe('when the bank asks for confirmation', () => {
    const token = 'pm_card_authenticationRequired'

    test('returns the client secret, and the subscription once the payment is confirmed', async () => {
      const as = await formerSubscriber()
      const card = await shop.takeCard(as, token)
      const key = freshKey()
      const asked = await shop.order(as, card, { key })
      expect(problemOf(asked)).toEqual([402, 'payment/requires-action'])
      const { clientSecret } = asked.json()
      expect((await shop.order(as, card, { key })).json().clientSecret).toBe(clientSecret)

      await shop.authenticate(clientSecret, true)
      const answer = await shop.order(as, card, { key })
      expect(answer.statusCode).toBe(201)
      expect(answer.json().data.status).toBe('active')
      expect((await shop.order(as, card, { key })).statusCode).toBe(200)
      expect(await shop.subscriptionsOf(as)).toHaveLength(2)
    })

    test('declines when the confirmation fails, and then accepts another card', async () => {
      const as = await formerSubscriber()
      const card = await shop.takeCard(as, token)
      const asked = await shop.order(as, card)
      await shop.authenticate(asked.json().clientSecret, false)
      expect(problemOf(await shop.order(as, card))).toEqual([402, 'payment/declined'])
      expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
    })

    test('lets another card replace the one that waits for confirmation', async () => {
      const as = await formerSubscriber()
      await shop.order(as, await shop.takeCard(as, token))
      expect((await shop.order(as, await shop.takeCard(as))).statusCode).toBe(201)
      const live = (await shop.subscriptionsOf(as)).filter(({ status }) =>
        ['active', 'trialing', 'incomplete'].includes(status),
      )
      expect(live).toHaveLength(1)
    })
  })

  describe('when the payment provider is down', () => {
    test('returns 503, and the repeated request creates the only subscription', async () => {
      const as = somebody()
      const card = await shop.takeCard(as)
      await shop.get(routes.offers)
      const key = freshKey()
      await shop.outage({ status: 503 })
      expect(problemOf(await shop.order(as, card, { key }))).toEqual([503, 'payment/unavailable'])
      await shop.outage({})
      expect((await shop.order(as, card, { key })).statusCode).toBe(201)
      expect(await shop.subscriptionsOf(as)).toHaveLength(1)
    })
  })
})
