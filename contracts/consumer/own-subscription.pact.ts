import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { agree, problem, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import {
  changedSubscription,
  invoice,
  ownSubscriptionPath,
  percentPromotion,
  subscriptionId,
} from './shapes.ts'

const { eachLike } = MatchersV3

const subscriber = state('a user with a live subscription', {
  productId: 'annual',
  code: 'WELCOME20',
})
const leaving = state('a user whose subscription is to end', {})
const former = state('a user whose subscription has ended', {})
const newcomer = state('a verified user with no subscription', {})

const calls = {
  'cancel the subscription': {
    request: { method: 'DELETE', path: ownSubscriptionPath(), asUser: true },
    use: (api: AdminApiPort) => api.cancelSubscription(subscriptionId),
  },
  'resume the subscription': {
    request: { method: 'POST', path: ownSubscriptionPath('/resume'), body: {}, asUser: true },
    use: (api: AdminApiPort) => api.resumeSubscription(subscriptionId),
  },
  'list the invoices of the subscription': {
    request: { method: 'GET', path: ownSubscriptionPath('/invoices'), asUser: true },
    use: (api: AdminApiPort) => api.invoices(subscriptionId),
  },
} as const satisfies Readonly<
  Record<string, { request: Expectation['request']; use: (api: AdminApiPort) => Promise<unknown> }>
>

type Name = keyof typeof calls
const names = Object.keys(calls) as Name[]

const ask = (name: Name, circumstance: string, expectation: Omit<Expectation, 'request'>) =>
  agree<unknown>(
    `a request to ${name}${circumstance}`,
    { ...expectation, request: calls[name].request },
    (api) => calls[name].use(api).catch((error: unknown) => error),
  )

const plainPath = reify<string>(ownSubscriptionPath())

export const describeOwnSubscriptionContract = () =>
  describe('the subscription of a user', () => {
    it('ends with its period once it is cancelled', async () => {
      const data = changedSubscription(true, percentPromotion('WELCOME20'))
      const outcome = await ask('cancel the subscription', '', {
        states: [subscriber],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(data) })
    })

    it('goes on once it is resumed', async () => {
      const data = changedSubscription(false)
      const outcome = await ask('resume the subscription', '', {
        states: [leaving],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(data) })
    })

    it.each(['cancel the subscription', 'resume the subscription'] as const)(
      'has nothing to %s once it has ended',
      async (name) => {
        const response = problem(409, 'subscription/ended')
        expect(await ask(name, ' that has ended', { states: [former], response })).toEqual({
          kind: 'ended',
        })
      },
    )

    it('has invoices', async () => {
      const data = eachLike(invoice)
      const response = { status: 200, body: { data } }
      const invoices = await ask('list the invoices of the subscription', '', {
        states: [subscriber],
        response,
      })
      expect(invoices).toEqual([reify(invoice)])
    })

    it.each([
      ['cancel the subscription', '', { kind: 'ended' }],
      ['resume the subscription', '/resume', { kind: 'ended' }],
      ['list the invoices of the subscription', '/invoices', []],
    ] as const)('is not there for another to %s', async (name, part, expected) => {
      const request = { ...calls[name].request, path: plainPath + part }
      const expectation = {
        states: [newcomer],
        request,
        response: problem(404, 'subscription/not-found'),
      }
      expect(
        await agree<unknown>(`a request to ${name} of nobody`, expectation, calls[name].use),
      ).toEqual(expected)
    })

    it.each(names)('lets nobody %s after the session has ended', async (name) => {
      const request = { ...calls[name].request, path: reify<string>(calls[name].request.path) }
      const attempt = agree<unknown>(
        `a request to ${name} after the session has ended`,
        { ...sessionEnded, request },
        (api) => calls[name].use(api).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
