import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { agree, problem, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import {
  ownSubscriptionPath,
  refundedInvoice,
  subscriptionId,
  withdrawal,
} from './shapes/subscription.ts'

const { eachLike, regex } = MatchersV3

const key = 'withdrawal-1'

const paid = state('a user who has paid for a plan', { productId: 'annual' })
const paidLongAgo = state('a user who paid for a plan more than 14 days ago', {})
const withdrawn = state('a user who has withdrawn from a plan', {})
const inTrial = state('a user with a live subscription', {
  productId: 'annual',
  code: 'WELCOME20',
})
const former = state('a user whose subscription has ended', {})
const newcomer = state('a verified user with no subscription', {})

const request: Expectation['request'] = {
  method: 'POST',
  path: ownSubscriptionPath('/withdraw'),
  headers: { 'Idempotency-Key': regex('^\\S{1,255}$', key) },
  body: {},
  asUser: true,
}

const plainRequest = reify(request as never) as Expectation['request']

const withdraw = (circumstance: string, expectation: Partial<Expectation>) =>
  agree<unknown>(
    `a request to withdraw from ${circumstance}`,
    { request, response: { status: 200, body: { data: withdrawal } }, ...expectation },
    (api: AdminApiPort) => api.withdraw(subscriptionId, key).catch((error: unknown) => error),
  )

export const describeWithdrawalContract = () =>
  describe('a withdrawal', () => {
    const done = {
      kind: 'withdrawn',
      ...reify<object & ReturnType<typeof MatchersV3.reify>>(withdrawal),
    }

    it('ends the plan immediately and refunds what was paid', async () => {
      expect(await withdraw('a plan', { states: [paid] })).toEqual(done)
    })

    it('gets the same response when it is repeated', async () => {
      expect(await withdraw('a plan once more', { states: [withdrawn] })).toEqual(done)
    })

    it.each([
      ['after 14 days', 'a plan after 14 days', paidLongAgo],
      ['during the trial', 'a plan during its trial', inTrial],
      ['from a trial that has ended', 'a trial that has ended', former],
    ] as const)('is refused %s', async (_when, circumstance, given) => {
      const response = problem(409, 'subscription/withdrawal-over')
      expect(await withdraw(circumstance, { states: [given], response })).toEqual({
        kind: 'withdrawal-over',
      })
    })

    it('needs a recent sign-in', async () => {
      const outcome = await withdraw('a plan, long after the sign-in', {
        states: [paid, state('a user who signed in a while ago', {})],
        response: problem(403, 'auth/requires-recent-login'),
      })
      expect(outcome).toEqual({ kind: 'recent-login-required' })
    })

    it('is not possible from another user’s plan', async () => {
      const outcome = await withdraw('a plan without having one', {
        states: [newcomer],
        request: { ...request, path: plainRequest.path },
        response: problem(404, 'subscription/not-found'),
      })
      expect(outcome).toEqual({ kind: 'ended' })
    })

    it('is not possible after the session has ended', async () => {
      const outcome = await withdraw('a plan after the session has ended', {
        ...sessionEnded,
        request: plainRequest,
      })
      expect(outcome).toBeInstanceOf(SessionExpired)
    })

    it('is shown as a refund in the invoices', async () => {
      const data = eachLike(refundedInvoice)
      const invoices = await agree<unknown>(
        'a request to list the invoices of a plan that was withdrawn from',
        {
          states: [withdrawn],
          request: { method: 'GET', path: ownSubscriptionPath('/invoices'), asUser: true },
          response: { status: 200, body: { data } },
        },
        (api) => api.invoices(subscriptionId),
      )
      expect(invoices).toEqual([reify(refundedInvoice)])
    })
  })
