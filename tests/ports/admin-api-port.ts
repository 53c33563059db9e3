import { beforeEach, describe, expect, it } from 'vitest'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import type { AdminApiPort, AssessmentSubmission } from '#core/ports/admin-api.ts'
import type { LimitedCall } from '#contracts/states.ts'
import { anAnswerTo, answersTo } from '#tests/support/questions.ts'
import { aKey, givenIn } from './admin-api-harness.ts'
import type { AdminApiHarness } from './admin-api-harness.ts'
import { describeSubscriptions } from './admin-api-port-subscriptions.ts'

const kinds: readonly DiagnosisKind[] = ['survey', 'money_belief']

/** What every admin API does, wherever it is. */
export const describeAdminApiPort = (
  name: string,
  makeHarness: () => Promise<AdminApiHarness> | AdminApiHarness,
) =>
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

    const aSubmission = async (kind: DiagnosisKind): Promise<AssessmentSubmission> => {
      const questionnaire = await adminApi.questionnaire(kind)
      return { kind, version: questionnaire.version, answers: answersTo(questionnaire) }
    }

    const anotherSubmission = async (kind: DiagnosisKind): Promise<AssessmentSubmission> => {
      const { version, questions } = await adminApi.questionnaire(kind)
      const { answers } = await aSubmission(kind)
      const question = questions.find((each) => each.type === 'single' || each.type === 'scale')
      return {
        kind,
        version,
        answers: question ? { ...answers, [question.id]: anAnswerTo(question, 1) } : answers,
      }
    }

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
      ['invoices', () => adminApi.invoices('subscription-1')],
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
      [
        'checkPromotionCode',
        () => adminApi.checkPromotionCode({ code: 'WELCOME20', productId: 'annual' }),
      ],
    ]

    describe('who may call', () => {
      it.each(callsForUsers)(
        '%s is for users: nobody signed in is a session that has expired',
        async (_name, call) => {
          await expect(call()).rejects.toBeInstanceOf(SessionExpired)
        },
      )

      it.each([...callsForUsers, ...callsThatTellWhoIsSignedIn])(
        '%s notices that the session has ended',
        async (_name, call) => {
          await given('a user whose session has ended', {})
          await expect(call()).rejects.toBeInstanceOf(SessionExpired)
        },
      )
    })

    describe('during an outage', () => {
      it.each([...callsForUsers, ...callsThatTellWhoIsSignedIn, ...callsForAnyone])(
        '%s is unavailable',
        async (_name, call) => {
          await aUser()
          harness.fail()
          await expect(call()).rejects.toBeInstanceOf(PortUnavailable)
          await expect(call()).rejects.toMatchObject({ port: 'admin-api' })
        },
      )

      it('forgets nothing', async () => {
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

      it('says that the email is not verified', async () => {
        await given('a user whose email is not verified', {})
        expect(await adminApi.profile()).toMatchObject({ emailVerified: false })
      })

      it('keeps what was changed and leaves the rest', async () => {
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

    describe.each(kinds)('the questionnaire %s', (kind) => {
      it('has questions, each once', async () => {
        const { questions, ...about } = await adminApi.questionnaire(kind)
        expect(about).toEqual({ kind, version: expect.stringMatching(/./) })
        expect(questions.length).toBeGreaterThan(0)
        expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
      })

      it('is scored without storing anything', async () => {
        const submission = await aSubmission(kind)
        const outcome = await adminApi.calculate(submission)
        expect(outcome).toMatchObject({
          kind: 'calculated',
          result: { kind, version: submission.version },
        })
        await aUser()
        expect(await adminApi.diagnoses()).toEqual({ items: [], nextCursor: null })
      })

      it('names a missing answer, an unknown one and one of a wrong kind', async () => {
        const { version, answers } = await aSubmission(kind)
        const [first = '', second = ''] = Object.keys(answers)
        const { [first]: _, ...others } = answers
        const wrong = {
          kind,
          version,
          answers: { ...others, [second]: 'no-such-option', 'no-such-question': 1 },
        }
        const outcome = await adminApi.calculate(wrong)
        if (outcome.kind !== 'invalid') throw new Error(`Not refused: ${outcome.kind}`)
        expect(outcome.errors.map(({ path }) => path).toSorted()).toEqual(
          [`answers.${first}`, `answers.${second}`, 'answers.no-such-question'].toSorted(),
        )
        await aUser()
        expect(await adminApi.saveDiagnosis(wrong)).toEqual(outcome)
      })

      it('refuses answers to another version', async () => {
        const outcome = await adminApi.calculate({
          ...(await aSubmission(kind)),
          version: 'of-last-year',
        })
        expect(outcome).toMatchObject({ kind: 'invalid', errors: [{ path: 'version' }] })
      })
    })

    describe('saved diagnoses', () => {
      it.each(kinds)('hold the answers and the result of a %s', async (kind) => {
        await aUser()
        const submission = await aSubmission(kind)
        const scored = await adminApi.calculate(submission)
        const outcome = await adminApi.saveDiagnosis(submission)
        if (outcome.kind !== 'saved' || scored.kind !== 'calculated') throw new Error('Not saved')
        expect(outcome.diagnosis).toMatchObject({ ...submission, result: scored.result })
        expect(await adminApi.diagnoses()).toEqual({ items: [outcome.diagnosis], nextCursor: null })
      })

      it('are stored once for the same answers, in whatever order and however often at once', async () => {
        await aUser()
        const submission = await aSubmission('survey')
        const reversed = {
          ...submission,
          answers: Object.fromEntries(Object.entries(submission.answers).toReversed()),
        }
        const outcomes = await Promise.all(
          [submission, reversed, submission].map((each) => adminApi.saveDiagnosis(each)),
        )
        const again = await adminApi.saveDiagnosis(submission)
        const ids = [...outcomes, again].map((outcome) =>
          outcome.kind === 'saved' ? outcome.diagnosis.id : outcome.kind,
        )
        expect(new Set(ids).size).toBe(1)
        expect((await adminApi.diagnoses()).items).toHaveLength(1)
      })

      it('are listed newest first, the newest of each kind in the profile', async () => {
        const diagnoses = [
          await aSubmission('survey'),
          await aSubmission('money_belief'),
          await anotherSubmission('survey'),
        ]
        await given('a user who has saved diagnoses', { diagnoses })
        const { items: saved } = await adminApi.diagnoses()
        expect(saved.map(({ answers }) => answers)).toEqual(
          diagnoses.map(({ answers }) => answers).toReversed(),
        )
        expect((await adminApi.profile()).diagnoses).toEqual({
          survey: saved[0],
          moneyBelief: saved[1],
        })
      })

      it('come in pages that do not shift when another is saved meanwhile', async () => {
        const { cursor } = await given(
          'a user who has a page of diagnoses and a part of another',
          {},
        )
        const first = await adminApi.diagnoses()
        expect(first.nextCursor).toBe(cursor)
        const second = await adminApi.diagnoses(cursor)
        expect(second).toEqual({
          items: expect.arrayContaining([expect.anything()]),
          nextCursor: null,
        })
        const all = [...first.items, ...second.items]
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(all.map(({ createdAt }) => createdAt)).toEqual(
          all
            .map(({ createdAt }) => createdAt)
            .toSorted()
            .toReversed(),
        )

        await adminApi.saveDiagnosis(await aSubmission('survey'))
        expect(await adminApi.diagnoses(cursor)).toEqual(second)
      })

      it('have no page after an unknown cursor', async () => {
        await aUser()
        await expect(adminApi.diagnoses('no-cursor')).rejects.toMatchObject({ name: 'Error' })
      })

      it('are refused at the limit, except for the same answers again', async () => {
        await given('a user who has as many diagnoses as an account can hold', {})
        expect(await adminApi.saveDiagnosis(await aSubmission('survey'))).toEqual({
          kind: 'too-many',
        })
        const known = (await adminApi.profile()).diagnoses.moneyBelief!
        const { kind, version, answers } = known
        expect(await adminApi.saveDiagnosis({ kind, version, answers })).toEqual({
          kind: 'saved',
          diagnosis: known,
        })
        expect((await adminApi.profile()).diagnoses.survey).toBeNull()
      })

      it('belong to one user', async () => {
        await given('a user who has saved diagnoses', { diagnoses: [await aSubmission('survey')] })
        harness = await makeHarness()
        adminApi = harness.adminApi
        await aUser()
        expect(await adminApi.diagnoses()).toEqual({ items: [], nextCursor: null })
      })
    })

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

      it('tell a subscriber what they have', async () => {
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
        ['calculate', async () => adminApi.calculate(await aSubmission('survey'))],
        [
          'setup-intents',
          () =>
            adminApi.createSetupIntent({ billingEmail: 'robin@example.com', journey: 'sign-up' }),
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

    describeSubscriptions(() => harness, makeHarness)

    describe('the account', () => {
      const everything = async () => {
        const outcome = await adminApi.exportAccount()
        if (outcome.kind !== 'exported') throw new Error(`Not handed over: ${outcome.kind}`)
        return outcome.everything
      }

      it('is not exported again and again', async () => {
        await given('a user who has exported the account too often', {})
        expect(await adminApi.exportAccount()).toEqual({
          kind: 'rate-limited',
          retryAfterSeconds: expect.any(Number),
        })
        expect(await adminApi.profile()).toMatchObject({ emailVerified: true })
      })

      it('is exported completely: profile, every diagnosis, every subscription', async () => {
        await given('a user who has saved diagnoses', {
          diagnoses: [await aSubmission('survey'), await aSubmission('money_belief')],
        })
        await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
        expect(await everything()).toMatchObject({
          profile: await adminApi.profile(),
          diagnoses: (await adminApi.diagnoses()).items,
          subscriptions: [expect.anything()],
        })
      })

      it('knows where the user came from: the first touch for good, the last as it changes', async () => {
        await aUser()
        const attribution = async () => (await everything())['attribution']
        expect(await attribution()).toEqual({ firstTouch: null, lastTouch: null })
        const paper = { source: 'paper', campaign: 'autumn' }
        const search = { source: 'search', medium: 'organic', term: 'calm money' }
        await adminApi.updateProfile({ attribution: { firstTouch: paper, lastTouch: paper } })
        const before = await adminApi.profile()
        await adminApi.updateProfile({ attribution: { firstTouch: search, lastTouch: search } })
        expect(await attribution()).toEqual({ firstTouch: paper, lastTouch: search })
        await adminApi.updateProfile({ attribution: { firstTouch: null, lastTouch: null } })
        expect(await attribution()).toEqual({ firstTouch: paper, lastTouch: search })
        expect(await adminApi.profile()).toEqual(before)
      })

      it('is gone once it is deleted, and no later call brings it back', async () => {
        await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
        expect(await adminApi.deleteAccount()).toEqual({ kind: 'deleted' })
        await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
      })

      it('stays deleted when it is deleted again', async () => {
        await given('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' })
        await adminApi.deleteAccount()
        expect(await adminApi.deleteAccount()).toEqual({ kind: 'deleted' })
        await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
      })

      it('is deleted only where the password was given a moment ago', async () => {
        await given('a user who signed in a while ago', {})
        const before = await adminApi.profile()
        expect(await adminApi.deleteAccount()).toEqual({ kind: 'recent-login-required' })
        expect(await adminApi.profile()).toEqual(before)
      })
    })
  })
