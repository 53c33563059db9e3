import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { agree, invalid, problem, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import {
  chargedPreview,
  laterPreview,
  previewedChange,
  takenBackPreview,
  trialPreview,
} from './shapes/plan-change.ts'
import {
  changeConsents,
  changingSubscription,
  ownSubscriptionPath,
  paidSubscription,
  shownTerms,
  subscriptionId,
} from './shapes/subscription.ts'

const { regex, string } = MatchersV3

const key = 'preview_1'

const paying = (productId: string) => state('a user who has paid for a plan', { productId })
const previewed = (productId: string) => state('a preview of a change of plan', { productId })
const changing = state('a user whose plan is to change', {})
const former = state('a user whose subscription has ended', {})
const newcomer = state('a verified user with no subscription', {})

const previewing = (productId: string): Expectation['request'] => ({
  method: 'POST',
  path: ownSubscriptionPath('/change_preview'),
  body: { productId },
  asUser: true,
})

const ordering = (productId: string): Expectation['request'] => ({
  method: 'POST',
  path: ownSubscriptionPath('/change'),
  headers: { 'Idempotency-Key': regex('^\\S{1,255}$', key) },
  body: previewedChange(productId),
  asUser: true,
})

const askPreview = (productId: string) => (api: AdminApiPort) =>
  api.previewPlanChange(subscriptionId, productId)
const askChange = (productId: string) => (api: AdminApiPort) =>
  api.changePlan(subscriptionId, { id: 'preview_1', productId, consent: shownTerms }, key)

type Answered = Omit<Expectation, 'request'>

const preview = (circumstance: string, productId: string, answered: Answered) =>
  agree(
    `a request to preview a change ${circumstance}`,
    { ...answered, request: previewing(productId) },
    askPreview(productId),
  )

const change = (circumstance: string, productId: string, answered: Answered) =>
  agree(
    `a request to change ${circumstance}`,
    { ...answered, request: ordering(productId) },
    askChange(productId),
  )

export const describePlanChangeContract = () =>
  describe('a change of plan', () => {
    it.each([
      ['to the more expensive plan', [paying('monthly')], chargedPreview, 'now'],
      ['to the cheaper plan', [paying('annual')], laterPreview, 'period-end'],
      [
        'during the trial',
        [state('a user with a live subscription', { productId: 'monthly', code: 'HALFYEAR' })],
        trialPreview,
        'now',
      ],
      ['back to the current plan', [changing], takenBackPreview, 'now'],
    ] as const)('%s can be previewed', async (circumstance, states, data, effective) => {
      const answered = { states, response: { status: 200, body: { data } } }
      const shown = reify<object & ReturnType<typeof MatchersV3.reify>>(data)
      expect(await preview(circumstance, data.productId, answered)).toEqual({
        kind: 'previewed',
        preview: { ...shown, effective },
      })
    })

    it('is refused for the current plan', async () => {
      const response = problem(409, 'subscription/not-changeable')
      const states = [paying('annual')]
      expect(await preview('to the current plan', 'annual', { states, response })).toEqual({
        kind: 'not-changeable',
      })
    })

    it.each([
      ['whose payment is failing', 'a user whose payment is failing'],
      ['that is to end', 'a user whose subscription is to end'],
    ] as const)('is refused for a plan %s', async (circumstance, name) => {
      const response = problem(409, 'subscription/not-changeable')
      const states = [state(name, {})]
      expect(await preview(`of a plan ${circumstance}`, 'monthly', { states, response })).toEqual({
        kind: 'not-changeable',
      })
    })

    it('is refused for a plan that does not exist', async () => {
      const { expected: _, ...response } = invalid('productId')
      const states = [paying('annual')]
      expect(await preview('to an unknown plan', 'weekly', { states, response })).toEqual({
        kind: 'not-changeable',
      })
    })

    it('starts the more expensive plan immediately', async () => {
      const data = { ...paidSubscription('annual'), changeConsents }
      const outcome = await change('to the more expensive plan', 'annual', {
        states: [paying('monthly'), previewed('annual')],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(data) })
    })

    it('to the cheaper plan is pending until the period ends', async () => {
      const outcome = await change('to the cheaper plan', 'monthly', {
        states: [paying('annual'), previewed('monthly')],
        response: { status: 200, body: { data: changingSubscription } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(changingSubscription) })
    })

    it('is undone by choosing the current plan', async () => {
      const data = { ...paidSubscription('annual'), changeConsents }
      const outcome = await change('back to the current plan', 'annual', {
        states: [changing, previewed('annual')],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(data) })
    })

    it('is refused when the card is declined, and the response says why', async () => {
      const outcome = await change(
        'to the more expensive plan with a card that is declined',
        'annual',
        {
          states: [
            paying('monthly'),
            state('the plan is paid with a card that is declined when it is charged', {
              declineCode: 'generic_decline',
            }),
            previewed('annual'),
          ],
          response: problem(402, 'payment/declined', {
            declineCode: 'generic_decline',
            detail: string('Your card was declined.'),
          }),
        },
      )
      expect(outcome).toEqual({
        kind: 'declined',
        declineCode: 'generic_decline',
        message: 'Your card was declined.',
      })
    })

    it('returns the client secret when the bank has to confirm the payment first', async () => {
      const outcome = await change(
        'to the more expensive plan with a card that the bank checks',
        'annual',
        {
          states: [
            paying('monthly'),
            state(
              'the plan is paid with a card that asks for authentication when it is charged',
              {},
            ),
            previewed('annual'),
          ],
          response: problem(402, 'payment/requires-action', {
            clientSecret: string('pi_1_secret_1'),
          }),
        },
      )
      expect(outcome).toEqual({ kind: 'action-required', clientSecret: 'pi_1_secret_1' })
    })

    it('is refused when its preview is old', async () => {
      const outcome = await change('as an old preview showed it', 'annual', {
        states: [
          paying('monthly'),
          state('an old preview of a change of plan', { productId: 'annual' }),
        ],
        response: problem(409, 'subscription/preview-stale'),
      })
      expect(outcome).toEqual({ kind: 'preview-stale' })
    })

    const plainly = (request: Expectation['request']): Expectation['request'] =>
      reify(request as never) as Expectation['request']

    it.each([
      ['preview a change of', previewing('monthly'), askPreview('monthly')],
      ['change', ordering('monthly'), askChange('monthly')],
    ] as const)(
      'is refused as ended: a request to %s a plan that has ended',
      async (what, request, use) => {
        const outcome = await agree<unknown>(
          `a request to ${what} a plan that has ended`,
          {
            states: [former],
            request: { ...request, body: plainly(request).body },
            response: problem(409, 'subscription/ended'),
          },
          use,
        )
        expect(outcome).toEqual({ kind: 'ended' })
      },
    )

    it.each([
      ['preview a change of', previewing('monthly'), askPreview('monthly')],
      ['change', ordering('monthly'), askChange('monthly')],
    ] as const)(
      'is refused as not found: a request to %s another user’s plan',
      async (what, request, use) => {
        const { path, body } = plainly(request)
        const outcome = await agree<unknown>(
          `a request to ${what} a plan without having one`,
          {
            states: [newcomer],
            request: { ...request, path, body },
            response: problem(404, 'subscription/not-found'),
          },
          use,
        )
        expect(outcome).toEqual({ kind: 'ended' })
      },
    )

    it.each([
      ['preview a change of', previewing('monthly'), askPreview('monthly')],
      ['change', ordering('monthly'), askChange('monthly')],
    ] as const)(
      'is refused after the session has ended: a request to %s a plan',
      async (what, request, use) => {
        const attempt = agree<unknown>(
          `a request to ${what} a plan after the session has ended`,
          { ...sessionEnded, request: plainly(request) },
          (api) => use(api).catch((error: unknown) => error),
        )
        expect(await attempt).toBeInstanceOf(SessionExpired)
      },
    )
  })
