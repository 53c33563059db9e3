import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import type { MailingRequest } from '#core/ports/admin-api.ts'
import { agree, invalid, problem, rateLimited, reify, state } from './pact.ts'
import { beliefAnswers, surveyAnswers } from './shapes/diagnosis.ts'

const { fromProviderState, like } = MatchersV3

const person = state('a visitor who passes the challenge', { action: 'send_mail' })
const proof = { challengeToken: fromProviderState('${challengeToken}', 'challenge-token') }

const asking = (body: object) =>
  ({ method: 'POST', path: '/api/v1/mailings/result', body }) as const

/** The body as the site sends it. */
const plain = (body: object) => reify(body) as unknown as MailingRequest

const finishLater = { email: 'robin@example.com', kind: 'finish_later', ...proof } as const
const survey = { email: 'sam@example.com', ...surveyAnswers, ...proof }
const belief = { email: 'kim@example.com', ...beliefAnswers, ...proof }

export const describeMailingsContract = () =>
  describe('mailings', () => {
    it.each([
      ['the result of a survey', survey],
      ['the result of a money-belief', belief],
      ['a link for finishing later', finishLater],
    ] as const)('are accepted for %s', async (what, body) => {
      const outcome = await agree(
        `a request to mail ${what}`,
        {
          states: [person],
          request: asking(body),
          response: { status: 202, body: { data: like({}) } },
        },
        (api) => api.sendMailing(plain(body)),
      )
      expect(outcome).toEqual({ kind: 'accepted' })
    })

    it.each([
      ['without an email address', { ...finishLater, email: 'nobody' }, 'email'],
      [
        'a result of questions that have changed',
        { ...survey, version: 'of-last-year' },
        'version',
      ],
    ] as const)('are refused: a request to mail %s', async (why, body, path) => {
      const refusal = invalid(path)
      const outcome = await agree(
        `a request to mail ${why}`,
        { states: [person], request: asking(body), response: refusal },
        (api) => api.sendMailing(plain(body)),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it.each([
      ['by a visitor who fails the challenge', state('a visitor who fails the challenge', {})],
      [
        'with the challenge of a setup intent',
        state('a visitor who passes the challenge', { action: 'save_card' }),
      ],
    ] as const)('are refused when requested %s', async (circumstance, visitor) => {
      const outcome = await agree(
        `a request to mail ${circumstance}`,
        {
          states: [visitor],
          request: asking(finishLater),
          response: problem(403, 'challenge/failed'),
        },
        (api) => api.sendMailing(plain(finishLater)),
      )
      expect(outcome).toEqual({ kind: 'challenge-failed' })
    })

    it('are refused after too many requests, with the time to wait', async () => {
      const { challengeToken: _token, ...body } = finishLater
      const outcome = await agree(
        'one request to mail too many',
        {
          states: [state('too many requests from this address', { call: 'mailings' })],
          request: asking(body),
          response: rateLimited,
        },
        (api) => api.sendMailing(body),
      )
      expect(outcome).toEqual({ kind: 'rate-limited', retryAfterSeconds: 42 })
    })
  })
