import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { ConfirmedCard } from '#core/model/confirmed-card.ts'
import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { agree, problem, reify, sessionEnded, state } from './pact.ts'
import type { Expectation } from './pact.ts'
import { confirmedCard, expiredSetupIntent, percentPromotion } from './shapes/offers.ts'
import {
  changedSubscription,
  invoice,
  ownSubscriptionPath,
  repairedSubscription,
  subscriptionId,
} from './shapes/subscription.ts'

const { eachLike, regex, string } = MatchersV3

const subscriber = state('a user with a live subscription', {
  productId: 'annual',
  code: 'WELCOME20',
})
const leaving = state('a user whose subscription is to end', {})
const former = state('a user whose subscription has ended', {})
const failing = state('a user whose payment is failing', {})
const goodCard = state('a confirmed card', {})
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
  'replace the card of the subscription': {
    request: {
      method: 'PUT',
      path: ownSubscriptionPath('/payment_method'),
      headers: { 'Idempotency-Key': regex('^\\S{1,255}$', 'seti_1') },
      body: confirmedCard,
      asUser: true,
    },
    use: (api: AdminApiPort) =>
      api.replaceCard(subscriptionId, reify<ConfirmedCard>(confirmedCard), 'seti_1'),
  },
  'replace the card of the subscription where nothing is due': {
    request: {
      method: 'PUT',
      path: ownSubscriptionPath('/payment_method'),
      headers: { 'Idempotency-Key': regex('^\\S{1,255}$', 'seti_1') },
      body: { ...confirmedCard, expectedDue: null },
      asUser: true,
    },
    use: (api: AdminApiPort) =>
      api.replaceCard(
        subscriptionId,
        { ...reify<ConfirmedCard>(confirmedCard), expectedDue: null },
        'seti_1',
      ),
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

    it('continues once it is resumed', async () => {
      const data = changedSubscription(false)
      const outcome = await ask('resume the subscription', '', {
        states: [leaving],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'changed', subscription: reify(data) })
    })

    it.each(['cancel the subscription', 'resume the subscription'] as const)(
      'that has ended is reported as ended to a request to %s',
      async (name) => {
        const response = problem(409, 'subscription/ended')
        expect(await ask(name, ' that has ended', { states: [former], response })).toEqual({
          kind: 'ended',
        })
      },
    )

    it('is paid with another card, which also pays the open invoice', async () => {
      const data = repairedSubscription
      const outcome = await ask('replace the card of the subscription', ' that did not pay', {
        states: [failing, goodCard],
        response: { status: 200, body: { data } },
      })
      expect(outcome).toEqual({ kind: 'replaced', subscription: reify(data) })
    })

    it('does not accept another card when the user was told that nothing is due but something is', async () => {
      const outcome = await ask('replace the card of the subscription where nothing is due', '', {
        states: [failing, goodCard],
        response: problem(409, 'payment/due-changed'),
      })
      expect(outcome).toEqual({ kind: 'due-changed' })
    })

    it('does not accept a declined card, and the response says why', async () => {
      const outcome = await ask(
        'replace the card of the subscription',
        ' with one that is declined',
        {
          states: [
            failing,
            state('a confirmed card that is declined when it is charged', {
              declineCode: 'generic_decline',
            }),
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

    it('yields a client secret when the bank has to confirm the payment with the new card', async () => {
      const outcome = await ask(
        'replace the card of the subscription',
        ' with one that the bank checks',
        {
          states: [
            failing,
            state('a confirmed card that asks for authentication when it is charged', {}),
          ],
          response: problem(402, 'payment/requires-action', {
            clientSecret: string('pi_1_secret_1'),
          }),
        },
      )
      expect(outcome).toEqual({ kind: 'action-required', clientSecret: 'pi_1_secret_1' })
    })

    it('does not accept a card that was entered more than a day ago', async () => {
      const outcome = await ask('replace the card of the subscription', ' with an old one', {
        states: [failing, state('a card confirmed more than a day ago', {})],
        response: problem(422, 'request/invalid', { errors: expiredSetupIntent }),
      })
      expect(outcome).toEqual({ kind: 'setup-intent-expired' })
    })

    it('does not accept another card once it has ended', async () => {
      const outcome = await ask('replace the card of the subscription', ' that has ended', {
        states: [former, goodCard],
        response: problem(409, 'subscription/ended'),
      })
      expect(outcome).toEqual({ kind: 'ended' })
    })

    it('has invoices that its user can list', async () => {
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
      ['replace the card of the subscription', '/payment_method', { kind: 'ended' }],
      ['list the invoices of the subscription', '/invoices', []],
    ] as const)('is not found when another user asks to %s', async (name, part, expected) => {
      const request = { ...calls[name].request, path: plainPath + part }
      const expectation = {
        states: name === 'replace the card of the subscription' ? [newcomer, goodCard] : [newcomer],
        request,
        response: problem(404, 'subscription/not-found'),
      }
      expect(
        await agree<unknown>(
          `a request to ${name} without having one`,
          expectation,
          calls[name].use,
        ),
      ).toEqual(expected)
    })

    it.each(names)('lets nobody %s after the session has ended', async (name) => {
      const request = reify(calls[name].request as never) as Expectation['request']
      const attempt = agree<unknown>(
        `a request to ${name} after the session has ended`,
        { ...sessionEnded, request },
        (api) => calls[name].use(api).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
