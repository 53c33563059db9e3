import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import type { LimitedCall } from '#contracts/states.ts'
import { someTerms } from '#tests/support/a-visitor.ts'
import { aKey, aSubmission, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness, MakeAdminApiHarness } from './admin-api-harness.ts'
import { describeAccount } from './admin-api-port-account.ts'
import { describeAppClaims } from './admin-api-port-app-claims.ts'
import { describeCheckout } from './admin-api-port-checkout.ts'
import { describeDiagnoses } from './admin-api-port-diagnoses.ts'
import { describeMailings } from './admin-api-port-mailings.ts'
import { describePlanChanges } from './admin-api-port-plan-change.ts'
import { describeReplacedCards } from './admin-api-port-cards.ts'
import { describeOrders } from './admin-api-port-orders.ts'
import { describeSubscriptions } from './admin-api-port-subscriptions.ts'
import { describeWithdrawals } from './admin-api-port-withdrawal.ts'

/** What every admin API adapter does. */
export const describeAdminApiPort = (name: string, makeHarness: MakeAdminApiHarness) =>
  describe(`${name} as admin API port`, () => {
    let harness: AdminApiHarness
    let adminApi: AdminApiPort

    beforeEach(async () => {
      harness = await makeHarness()
      adminApi = harness.adminApi
      return () => harness.restore()
    })

    const given = givenIn(() => harness)
    const aUser = () => given('a verified user with no subscription', {})

    const callsForUsers: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['profile', () => adminApi.profile()],
      ['updateProfile', () => adminApi.updateProfile({ firstName: 'Robin' })],
      [
        'saveDiagnosis',
        () => adminApi.saveDiagnosis({ kind: 'survey', version: '1', answers: {} }),
      ],
      ['diagnoses', () => adminApi.diagnoses()],
      [
        'createSubscription',
        () =>
          adminApi.createSubscription(
            {
              productId: 'annual',
              paymentMethodId: 'pm_1',
              setupIntentId: 'seti_1',
              setupIntentClientSecret: 'seti_1_secret_1',
              journey: 'sign-up',
              consent: someTerms,
            },
            aKey(),
          ),
      ],
      ['cancelSubscription', () => adminApi.cancelSubscription('subscription-1')],
      ['resumeSubscription', () => adminApi.resumeSubscription('subscription-1')],
      [
        'replaceCard',
        () =>
          adminApi.replaceCard(
            'subscription-1',
            { setupIntentId: 'seti_1', setupIntentClientSecret: 'secret', paymentMethodId: 'pm_1' },
            aKey(),
          ),
      ],
      ['previewPlanChange', () => adminApi.previewPlanChange('subscription-1', 'annual')],
      [
        'changePlan',
        () => adminApi.changePlan('subscription-1', { id: 'preview', productId: 'annual' }, aKey()),
      ],
      ['withdraw', () => adminApi.withdraw('subscription-1', aKey())],
      ['invoices', () => adminApi.invoices('subscription-1')],
      ['createAppClaim', () => adminApi.createAppClaim()],
      ['exportAccount', () => adminApi.exportAccount()],
      ['deleteAccount', () => adminApi.deleteAccount()],
    ]
    const callsThatTellWhoIsSignedIn: typeof callsForUsers = [
      ['offers', () => adminApi.offers()],
      [
        'createSetupIntent',
        () => adminApi.createSetupIntent({ billingEmail: 'robin@example.com', journey: 'sign-up' }),
      ],
    ]
    const callsForAnyone: typeof callsForUsers = [
      ['questionnaire', () => adminApi.questionnaire('survey')],
      ['calculate', () => adminApi.calculate({ kind: 'survey', version: '1', answers: {} })],
      ['sendMailing', () => adminApi.sendMailing({ email: 'a@b.example', kind: 'finish_later' })],
      [
        'checkPromotionCode',
        () => adminApi.checkPromotionCode({ code: 'WELCOME20', productId: 'annual' }),
      ],
    ]

    describe('who may call', () => {
      it.each(callsForUsers)(
        '%s throws SessionExpired when nobody is signed in',
        async (_name, call) => {
          await expect(call()).rejects.toBeInstanceOf(SessionExpired)
        },
      )

      it.each([...callsForUsers, ...callsThatTellWhoIsSignedIn])(
        '%s throws SessionExpired when the session has ended',
        async (_name, call) => {
          await given('a user whose session has ended', {})
          await expect(call()).rejects.toBeInstanceOf(SessionExpired)
        },
      )
    })

    describe('during an outage', () => {
      it.each([...callsForUsers, ...callsThatTellWhoIsSignedIn, ...callsForAnyone])(
        '%s throws PortUnavailable',
        async (_name, call) => {
          await aUser()
          harness.fail()
          await expect(call()).rejects.toBeInstanceOf(PortUnavailable)
          await expect(call()).rejects.toMatchObject({ port: 'admin-api' })
        },
      )

      it('loses no data', async () => {
        await aUser()
        const before = await adminApi.profile()
        harness.fail()
        await expect(adminApi.updateProfile({ firstName: 'Robin' })).rejects.toBeInstanceOf(
          PortUnavailable,
        )
        harness.restore()
        expect(await adminApi.profile()).toEqual(before)
      })
    })

    describe('the profile', () => {
      it('is created by the first call, empty except for the identity', async () => {
        await aUser()
        const profile = await adminApi.profile()
        expect(profile).toMatchObject({
          email: expect.stringMatching(/@/),
          emailVerified: true,
          firstName: null,
          lastName: null,
          birthYear: null,
          phone: null,
          subscription: null,
          diagnoses: { survey: null, moneyBelief: null },
        })
        expect(Date.parse(profile.createdAt)).not.toBeNaN()
      })

      it('is created once by repeated and concurrent calls', async () => {
        await aUser()
        const profiles = await Promise.all([
          adminApi.profile(),
          adminApi.profile(),
          adminApi.profile(),
        ])
        expect(new Set([...profiles, await adminApi.profile()].map(({ id }) => id)).size).toBe(1)
      })

      it('says when the email is not verified', async () => {
        await given('a user whose email is not verified', {})
        expect(await adminApi.profile()).toMatchObject({ emailVerified: false })
      })

      it('keeps the changed fields and leaves the others as they were', async () => {
        await given('a user who has given personal details', {
          firstName: 'Robin',
          lastName: 'Moss',
          birthYear: 1990,
          phone: '+12125550100',
        })
        const outcome = await adminApi.updateProfile({ firstName: ' Sam ', phone: null })
        const expected = { firstName: 'Sam', lastName: 'Moss', birthYear: 1990, phone: null }
        expect(outcome).toMatchObject({ kind: 'updated', profile: expected })
        expect(await adminApi.profile()).toMatchObject(expected)
      })

      it('accepts a phone number as people write it', async () => {
        await aUser()
        const outcome = await adminApi.updateProfile({ phone: '+1 (212) 555-0100' })
        expect(outcome).toMatchObject({ kind: 'updated', profile: { phone: '+12125550100' } })
      })

      it('names every field that is not valid, and changes nothing', async () => {
        await aUser()
        const before = await adminApi.profile()
        const changes = { firstName: ' ', lastName: 'x'.repeat(51), birthYear: 1800, phone: '12' }
        const outcome = await adminApi.updateProfile(changes)
        if (outcome.kind !== 'invalid') throw new Error(`Not refused: ${outcome.kind}`)
        expect(outcome.errors.map(({ path }) => path).toSorted()).toEqual([
          'birthYear',
          'firstName',
          'lastName',
          'phone',
        ])
        expect(await adminApi.profile()).toEqual(before)
      })
    })

    describeDiagnoses(() => harness, makeHarness)
    describeMailings(() => harness)

    describe('offers', () => {
      it('are the plans, for anyone', async () => {
        const { products, subscriber } = await adminApi.offers()
        expect(subscriber).toBeNull()
        expect(
          products.map(({ id, price, interval, trialDays }) => ({
            id,
            price,
            interval,
            trialDays,
          })),
        ).toEqual([
          {
            id: 'monthly',
            price: { amount: 1299, currency: 'usd' },
            interval: 'month',
            trialDays: 7,
          },
          {
            id: 'annual',
            price: { amount: 8999, currency: 'usd' },
            interval: 'year',
            trialDays: 14,
          },
        ])
      })

      it('tell a user without a subscription that there is none', async () => {
        await aUser()
        const { createdAt } = await adminApi.profile()
        const { subscriber } = await adminApi.offers()
        expect(subscriber).toMatchObject({
          entitlements: {},
          subscriptions: {},
          first_seen: createdAt,
        })
      })

      it('tell a subscriber their plan and when it expires', async () => {
        await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
        const { subscriber } = await adminApi.offers()
        const { subscription } = await adminApi.profile()
        const expires_date = subscription?.currentPeriodEnd
        expect(Object.values(subscriber?.entitlements ?? {})).toMatchObject([
          { product_identifier: 'annual', expires_date },
        ])
        expect(subscriber?.subscriptions).toMatchObject({ annual: { expires_date } })
      })
    })

    describe('limits', () => {
      const limited: readonly (readonly [LimitedCall, () => Promise<unknown>])[] = [
        ['calculate', async () => adminApi.calculate(await aSubmission(adminApi, 'survey'))],
        [
          'setup-intents',
          () =>
            adminApi.createSetupIntent({ billingEmail: 'robin@example.com', journey: 'sign-up' }),
        ],
        [
          'mailings',
          () => adminApi.sendMailing({ email: 'robin@example.com', kind: 'finish_later' }),
        ],
        [
          'promotion-codes',
          () => adminApi.checkPromotionCode({ code: 'WELCOME20', productId: 'annual' }),
        ],
      ]
      it.each(limited)('keep %s from being called too often', async (call, use) => {
        await given('too many requests from this address', { call })
        expect(await use()).toEqual({ kind: 'rate-limited', retryAfterSeconds: expect.any(Number) })
      })
    })

    describeCheckout(() => harness)
    describeOrders(() => harness)
    describeSubscriptions(() => harness, makeHarness)
    describeReplacedCards(() => harness, makeHarness)
    describePlanChanges(() => harness, makeHarness)
    describeWithdrawals(() => harness, makeHarness)
    describeAppClaims(() => harness)

    describeAccount(() => harness)
  })
