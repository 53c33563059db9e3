import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { SetupIntentRequest } from '#core/ports/admin-api.ts'
import type { StateName } from '../states.ts'
import { agree, invalid, problem, rateLimited, reify, sessionEnded, state } from './pact.ts'
import {
  amountPromotion,
  formerSubscriber,
  newSubscriber,
  percentPromotion,
  product,
  setupIntent,
  subscriber,
} from './shapes/offers.ts'

const { eachLike, fromProviderState, nullValue } = MatchersV3

const path = '/api/v1/iap_subscriptions'
const intentsPath = `${path}/stripe/setup_intents`
const setupIntentRequest = { billingEmail: 'robin@example.com', journey: 'sign-up' } as const
/** The request of a visitor without an account, who needs a challenge token. */
const visitorRequest = {
  ...setupIntentRequest,
  challengeToken: fromProviderState('${challengeToken}', 'challenge-token'),
}

const check = (code: string, productId: string) => {
  const query = { code, product: productId }
  return { method: 'GET', path: `${path}/stripe/promotion_codes`, query } as const
}

export const describeOffersContract = () => {
  describe('offers', () => {
    it.each([
      ['anyone', null, nullValue(), true],
      ['a new user', state('a verified user with no subscription', {}), newSubscriber, true],
      [
        'a subscriber',
        state('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' }),
        subscriber('annual'),
        false,
      ],
      [
        'a former subscriber',
        state('a user whose subscription has ended', {}),
        formerSubscriber,
        false,
      ],
    ] as const)('are returned for %s', async (who, user, own, trialEligible) => {
      const data = { products: eachLike(product), subscriber: own, trialEligible }
      const offers = await agree(
        `a request for the offers by ${who}`,
        {
          states: user ? [user] : [],
          request: { method: 'GET', path, ...(user && { asUser: true }) },
          response: { status: 200, body: { data } },
        },
        (api) => api.offers(),
      )
      expect(offers).toEqual(reify(data))
    })

    it('are refused after the session has ended', async () => {
      const request = { method: 'GET', path, asUser: true } as const
      const attempt = agree(
        'a request for the offers after the session has ended',
        { ...sessionEnded, request },
        (api) => api.offers().catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })

  describe('setup intents', () => {
    it.each([
      [
        'a visitor',
        state('a visitor who passes the challenge', { action: 'save_card' }),
        { body: visitorRequest },
      ],
      [
        'a user',
        state('a verified user with no subscription', {}),
        { body: setupIntentRequest, asUser: true },
      ],
      [
        'a user whose email is not verified',
        state('a user whose email is not verified', {}),
        { body: setupIntentRequest, asUser: true },
      ],
    ] as const)('are created for %s', async (who, given, call) => {
      const outcome = await agree(
        `a request for a setup intent by ${who}`,
        {
          states: [given],
          request: { method: 'POST', path: intentsPath, ...call },
          response: { status: 201, body: { data: setupIntent } },
        },
        (api) => api.createSetupIntent(reify<SetupIntentRequest>(call.body)),
      )
      expect(outcome).toEqual({ kind: 'created', setupIntent: reify(setupIntent) })
    })

    it.each([
      ['by a visitor who fails the challenge', state('a visitor who fails the challenge', {})],
      [
        'with the challenge of a mailing',
        state('a visitor who passes the challenge', { action: 'send_mail' }),
      ],
    ] as const)('are not created %s', async (circumstance, visitor) => {
      const outcome = await agree(
        `a request for a setup intent ${circumstance}`,
        {
          states: [visitor],
          request: { method: 'POST', path: intentsPath, body: visitorRequest },
          response: problem(403, 'challenge/failed'),
        },
        (api) => api.createSetupIntent(reify<SetupIntentRequest>(visitorRequest)),
      )
      expect(outcome).toEqual({ kind: 'challenge-failed' })
    })

    it('need a valid email address', async () => {
      const refusal = invalid('billingEmail')
      const request = {
        method: 'POST',
        path: intentsPath,
        body: { ...setupIntentRequest, billingEmail: 'nobody' },
      } as const
      const outcome = await agree(
        'a request for a setup intent without an email address',
        { request, response: refusal },
        (api) => api.createSetupIntent({ ...setupIntentRequest, billingEmail: 'nobody' }),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('are not created after too many requests', async () => {
      const outcome = await agree(
        'one request too many for a setup intent',
        {
          states: [state('too many requests from this address', { call: 'setup-intents' })],
          request: { method: 'POST', path: intentsPath, body: setupIntentRequest },
          response: rateLimited,
        },
        (api) => api.createSetupIntent(setupIntentRequest),
      )
      expect(outcome).toEqual({ kind: 'rate-limited', retryAfterSeconds: 42 })
    })

    it('are not created after the session has ended', async () => {
      const request = {
        method: 'POST',
        path: intentsPath,
        body: setupIntentRequest,
        asUser: true,
      } as const
      const attempt = agree(
        'a request for a setup intent after the session has ended',
        { ...sessionEnded, request },
        (api) => api.createSetupIntent(setupIntentRequest).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })

  describe('promotion codes', () => {
    it.each([
      [
        'a percentage once',
        state('a promotion code', { code: 'WELCOME20', off: 'percent', duration: 'once' }),
        check('WELCOME20', 'annual'),
        percentPromotion('WELCOME20'),
      ],
      [
        'an amount once',
        state('a promotion code', { code: 'FRIEND10', off: 'amount', duration: 'once' }),
        check('FRIEND10', 'annual'),
        amountPromotion('FRIEND10'),
      ],
      [
        'a percentage for some months',
        state('a promotion code', { code: 'HALFYEAR', off: 'percent', duration: 'repeating' }),
        check('HALFYEAR', 'monthly'),
        percentPromotion('HALFYEAR', 'repeating'),
      ],
    ] as const)('can take off %s', async (what, code, request, data) => {
      const outcome = await agree(
        `a check of a promotion code for ${what}`,
        { states: [code], request, response: { status: 200, body: { data } } },
        (api) =>
          api.checkPromotionCode({ code: request.query.code, productId: request.query.product }),
      )
      expect(outcome).toEqual({ kind: 'applies', promotion: reify(data) })
    })

    const refusals = [
      ['unknown', null, check('NOSUCHCODE', 'annual'), problem(404, 'promotion/not-found')],
      [
        'expired',
        state('a promotion code that has expired', { code: 'EXPIRED' }),
        check('EXPIRED', 'annual'),
        problem(410, 'promotion/expired'),
      ],
      [
        'used-up',
        state('a promotion code that is used up', { code: 'SOLDOUT' }),
        check('SOLDOUT', 'annual'),
        problem(410, 'promotion/used-up'),
      ],
      [
        'not-for-this-plan',
        state('a promotion code for one plan only', { code: 'HALFYEAR', productId: 'monthly' }),
        check('HALFYEAR', 'annual'),
        problem(409, 'promotion/not-applicable'),
      ],
      ['unknown', null, check('X'.repeat(500), 'annual'), invalid('code')],
    ] as const satisfies readonly (readonly [
      string,
      { name: StateName } | null,
      unknown,
      unknown,
    ])[]

    it.each(refusals)('are refused as %s', async (kind, code, request, { status, body }) => {
      const outcome = await agree(
        `a check of a promotion code that is ${kind}${status === 422 ? ', being too long for one' : ''}`,
        { states: code ? [code] : [], request, response: { status, body } },
        (api) =>
          api.checkPromotionCode({ code: request.query.code, productId: request.query.product }),
      )
      expect(outcome).toEqual({ kind })
    })

    it('cannot be checked too often', async () => {
      const outcome = await agree(
        'one check too many of a promotion code',
        {
          states: [state('too many requests from this address', { call: 'promotion-codes' })],
          request: check('WELCOME20', 'annual'),
          response: rateLimited,
        },
        (api) => api.checkPromotionCode({ code: 'WELCOME20', productId: 'annual' }),
      )
      expect(outcome).toEqual({ kind: 'rate-limited', retryAfterSeconds: 42 })
    })
  })
}
