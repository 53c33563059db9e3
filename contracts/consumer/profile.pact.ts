import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import { agree, invalid, sessionEnded, state } from './pact.ts'
import { beliefAnswers, fullProfile, newProfile, personalDetails, surveyAnswers } from './shapes.ts'

const { reify } = MatchersV3

const path = '/api/v1/me'
const reading = { method: 'GET', path, asUser: true } as const

export const describeProfileContract = () =>
  describe('profile', () => {
    it.each([
      ['a verified user with no subscription', true],
      ['a user whose email is not verified', false],
    ] as const)('is made for %s', async (user, emailVerified) => {
      const data = newProfile({ emailVerified })
      const profile = await agree(
        `a first request for the profile of ${user}`,
        { states: [state(user, {})], request: reading, response: { status: 200, body: { data } } },
        (api) => api.profile(),
      )
      expect(profile).toEqual(reify(data))
    })

    it('holds all that the journey has gathered', async () => {
      const profile = await agree(
        'a request for a full profile',
        {
          states: [
            state('a user who has given personal details', personalDetails),
            state('a user who has saved diagnoses', { diagnoses: [surveyAnswers, beliefAnswers] }),
            state('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' }),
          ],
          request: reading,
          response: { status: 200, body: { data: fullProfile } },
        },
        (api) => api.profile(),
      )
      expect(profile).toEqual(reify(fullProfile))
    })

    it('is closed after the session has ended', async () => {
      const attempt = agree('a request for a profile after the session has ended', { ...sessionEnded, request: reading }, (api) =>
        api.profile().catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })

    it('takes personal details', async () => {
      const data = { ...newProfile({ emailVerified: true }), ...personalDetails }
      const outcome = await agree(
        'a request to keep personal details',
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'PATCH', path, body: personalDetails, asUser: true },
          response: { status: 200, body: { data } },
        },
        (api) => api.updateProfile(personalDetails),
      )
      expect(outcome).toEqual({ kind: 'updated', profile: reify(data) })
    })

    it('forgets the phone number', async () => {
      const data = { ...newProfile({ emailVerified: true }), ...personalDetails, phone: null }
      const outcome = await agree(
        'a request to forget the phone number',
        {
          states: [state('a user who has given personal details', personalDetails)],
          request: { method: 'PATCH', path, body: { phone: null }, asUser: true },
          response: { status: 200, body: { data } },
        },
        (api) => api.updateProfile({ phone: null }),
      )
      expect(outcome).toEqual({ kind: 'updated', profile: reify(data) })
    })

    it('names the field that is not valid', async () => {
      const refusal = invalid('birthYear')
      const outcome = await agree(
        'a request to keep a year of birth that can not be',
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'PATCH', path, body: { birthYear: 1800 }, asUser: true },
          response: refusal,
        },
        (api) => api.updateProfile({ birthYear: 1800 }),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('takes nothing after the session has ended', async () => {
      const request = { method: 'PATCH', path, body: { firstName: 'Robin' }, asUser: true } as const
      const attempt = agree('a request to keep a name after the session has ended', { ...sessionEnded, request }, (api) =>
        api.updateProfile({ firstName: 'Robin' }).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
