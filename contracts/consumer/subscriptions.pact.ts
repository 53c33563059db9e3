import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { SubscriptionOrder } from '#core/ports/admin-api.ts'
import { agree, invalid, problem, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import { chosenPromotion, confirmedCard, percentPromotion } from './shapes/offers.ts'
import { paidSubscription, shownTerms, trial } from './shapes/subscription.ts'

const { regex, string } = MatchersV3

const path = '/api/v1/iap_subscriptions/stripe/subscriptions'
const key = 'seti_1.annual.none'

const verifiedUser = state('a verified user with no subscription', {})
const formerSubscriber = state('a user whose subscription has ended', {})
const goodCard = state('a confirmed card', {})

const ordering = (order: object): Expectation['request'] => ({
  method: 'POST',
  path,
  headers: { 'Idempotency-Key': regex('^\\S{1,255}$', key) },
  body: order,
  asUser: true,
})

const annual = {
  productId: 'annual',
  ...confirmedCard,
  journey: 'sign-up',
  consent: shownTerms,
}
/** At least a day: the length of the trial is up to the provider. */
const withTrial = { ...annual, expectedTrialDays: 1 }
const atAnotherPrice = { ...annual, expectedPrice: { amount: 1, currency: 'usd' } }
const withPromotion = { ...annual, ...chosenPromotion }

const order = (description: string, body: object, expectation: Omit<Expectation, 'request'>) =>
  agree(description, { ...expectation, request: ordering(body) }, (api) =>
    api.createSubscription(reify<SubscriptionOrder>(body), key),
  )

export const describeSubscriptionsContract = () =>
  describe('subscriptions', () => {
    it.each([
      ['a trial', withTrial, [verifiedUser, goodCard], trial('annual')],
      [
        'a trial with a promotion',
        withPromotion,
        [
          verifiedUser,
          goodCard,
          state('a promotion code', { code: 'WELCOME20', off: 'percent', duration: 'once' }),
        ],
        trial('annual', percentPromotion('WELCOME20')),
      ],
      [
        'a trial in the quick journey, before the email is verified',
        { ...annual, journey: 'enroll' },
        [
          state('a user whose email is not verified', {}),
          state('a card confirmed before the account was created', {}),
        ],
        trial('annual'),
      ],
      [
        'a paid period for a former subscriber',
        annual,
        [formerSubscriber, goodCard],
        paidSubscription('annual'),
      ],
    ] as const)('start with %s', async (what, body, states, data) => {
      const outcome = await order(`an order of ${what}`, body, {
        states,
        response: { status: 201, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'created', subscription: reify(data) })
    })

    it('are not created twice', async () => {
      const data = trial('annual', percentPromotion('WELCOME20'))
      const outcome = await order('an order of a plan that the user has', annual, {
        states: [
          state('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' }),
          goodCard,
        ],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'already-subscribed', subscription: reify(data) })
    })

    it('are not created alongside one for another plan', async () => {
      const outcome = await order('an order of a second plan', annual, {
        states: [
          state('a user with a live subscription', { productId: 'monthly', code: 'WELCOME20' }),
          goodCard,
        ],
        response: problem(409, 'subscription/already-active'),
      })
      expect(outcome).toEqual({ kind: 'other-plan-active' })
    })

    it('are not created without the trial that was promised', async () => {
      const outcome = await order('an order of a trial with a card that has had one', withTrial, {
        states: [verifiedUser, state('a confirmed card that has had a free trial', {})],
        response: problem(409, 'subscription/trial-unavailable'),
      })
      expect(outcome).toEqual({ kind: 'trial-unavailable' })
    })

    it('are not created at a price other than the one shown', async () => {
      const outcome = await order('an order at a price that has changed', atAnotherPrice, {
        states: [verifiedUser, goodCard],
        response: problem(409, 'subscription/price-changed'),
      })
      expect(outcome).toEqual({ kind: 'price-changed' })
    })

    it('are not created with a declined card, and the response says why', async () => {
      const outcome = await order('an order with a card that is declined', annual, {
        states: [
          formerSubscriber,
          state('a confirmed card that is declined when it is charged', {
            declineCode: 'generic_decline',
          }),
        ],
        response: problem(402, 'payment/declined', {
          declineCode: 'generic_decline',
          detail: string('Your card was declined.'),
        }),
      })
      expect(outcome).toEqual({
        kind: 'declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      })
    })

    it('return the client secret when the bank has to confirm the payment', async () => {
      const outcome = await order('an order with a card that asks for authentication', annual, {
        states: [
          formerSubscriber,
          state('a confirmed card that asks for authentication when it is charged', {}),
        ],
        response: problem(402, 'payment/requires-action', {
          clientSecret: string('pi_1_secret_1'),
        }),
      })
      expect(outcome).toEqual({ kind: 'action-required', clientSecret: 'pi_1_secret_1' })
    })

    it.each([
      ['before the email is verified', annual],
      [
        'in the quick journey with a card entered after the account was created',
        { ...annual, journey: 'enroll' },
      ],
    ])('are refused for lack of a verified email: an order %s', async (when, body) => {
      const outcome = await order(`an order ${when}`, body, {
        states: [state('a user whose email is not verified', {}), goodCard],
        response: problem(403, 'auth/email-unverified'),
      })
      expect(outcome).toEqual({ kind: 'email-unverified' })
    })

    it('are not created with a card that was entered too long ago', async () => {
      const outcome = await order('an order with a card that was entered too long ago', annual, {
        states: [verifiedUser, state('a card confirmed more than a day ago', {})],
        response: problem(422, 'request/invalid', {
          errors: MatchersV3.eachLike({
            path: 'setupIntentId',
            code: 'setup-intent/expired',
            message: string('Please enter it again.'),
          }),
        }),
      })
      expect(outcome).toEqual({ kind: 'setup-intent-expired' })
    })

    it.each([
      [
        'expired',
        state('a promotion code that has expired', { code: 'EXPIRED' }),
        problem(410, 'promotion/expired'),
      ],
      [
        'used-up',
        state('a promotion code that is used up', { code: 'SOLDOUT' }),
        problem(410, 'promotion/used-up'),
      ],
      [
        'not-for-this-plan',
        state('a promotion code for one plan only', { code: 'HALFYEAR', productId: 'monthly' }),
        problem(409, 'promotion/not-applicable'),
      ],
      [
        'used-before',
        state('a promotion code that the user has had before', { code: 'WELCOME20' }),
        problem(409, 'promotion/used-before'),
      ],
    ] as const)(
      'are not created with a promotion that is %s',
      async (reason, promotion, response) => {
        const states = [verifiedUser, goodCard, promotion]
        const outcome = await order(`an order with a promotion that is ${reason}`, withPromotion, {
          states,
          response,
        })
        expect(outcome).toEqual({ kind: 'promotion-refused', reason })
      },
    )

    it('are not created with a promotion that is unknown', async () => {
      const outcome = await order(
        'an order with a promotion that is unknown',
        { ...annual, promotionCodeId: 'promo_unknown' },
        {
          states: [verifiedUser, goodCard],
          response: problem(404, 'promotion/not-found'),
        },
      )
      expect(outcome).toEqual({ kind: 'promotion-refused', reason: 'unknown' })
    })

    it.each([
      ['productId', { ...annual, productId: 'weekly' }],
      ['setupIntentId', { ...annual, setupIntentId: 'seti_unknown' }],
      ['paymentMethodId', { ...annual, paymentMethodId: 'pm_unknown' }],
    ])('are not created with an unknown %s, which is named', async (path, body) => {
      const refusal = invalid(path)
      const states = [verifiedUser, goodCard]
      expect(
        await order(`an order with a ${path} that is unknown`, body, { states, response: refusal }),
      ).toEqual(refusal.expected)
    })

    it('are not created with the card of another user', async () => {
      const refusal = invalid('setupIntentId')
      const states = [verifiedUser, state('a card confirmed by another user', {})]
      expect(
        await order('an order with the card of another user', annual, {
          states,
          response: refusal,
        }),
      ).toEqual(refusal.expected)
    })

    it('are not created after the session has ended', async () => {
      const card = {
        setupIntentId: 'seti_1',
        setupIntentClientSecret: 'seti_1_secret_1',
        paymentMethodId: 'pm_1',
      }
      const body = {
        productId: 'annual',
        ...card,
        journey: 'sign-up',
        consent: shownTerms,
      } as const
      const attempt = agree(
        'an order after the session has ended',
        { ...sessionEnded, request: ordering(body) },
        (api) => api.createSubscription(body, key).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
