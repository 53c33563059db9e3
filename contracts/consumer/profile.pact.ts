import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import { agree, invalid, problem, rateLimited, reify, sessionEnded, state } from './pact.ts'
import { beliefAnswers, surveyAnswers } from './shapes/diagnosis.ts'
import {
  accountExport,
  failingProfile,
  formerProfile,
  fullProfile,
  newProfile,
  personalDetails,
} from './shapes/profile.ts'

const path = '/api/v1/me'
const reading = { method: 'GET', path, asUser: true } as const

export const describeProfileContract = () =>
  describe('the profile', () => {
    it.each([
      ['a verified user with no subscription', true],
      ['a user whose email is not verified', false],
    ] as const)('is created for %s', async (user, emailVerified) => {
      const data = newProfile({ emailVerified })
      const profile = await agree(
        `a first request for the profile of ${user}`,
        { states: [state(user, {})], request: reading, response: { status: 200, body: { data } } },
        (api) => api.profile(),
      )
      expect(profile).toEqual(reify(data))
    })

    it('contains everything that the user has given, saved and bought', async () => {
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

    it('shows that the trial is used up once the subscription has ended', async () => {
      const profile = await agree(
        'a request for the profile of a former subscriber',
        {
          states: [state('a user whose subscription has ended', {})],
          request: reading,
          response: { status: 200, body: { data: formerProfile } },
        },
        (api) => api.profile(),
      )
      expect(profile).toEqual(reify(formerProfile))
    })

    it('contains the open invoice and the end of access while a payment is failing', async () => {
      const profile = await agree(
        'a request for the profile of a subscriber whose payment is failing',
        {
          states: [state('a user whose payment is failing', {})],
          request: reading,
          response: { status: 200, body: { data: failingProfile } },
        },
        (api) => api.profile(),
      )
      expect(profile).toEqual(reify(failingProfile))
    })

    it('is refused after the session has ended', async () => {
      const attempt = agree(
        'a request for a profile after the session has ended',
        { ...sessionEnded, request: reading },
        (api) => api.profile().catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })

    it('accepts personal details', async () => {
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

    it('accepts the attribution of the user', async () => {
      const attribution = {
        firstTouch: { source: 'paper' },
        lastTouch: { source: 'search', medium: 'organic' },
      }
      const data = newProfile({ emailVerified: true })
      const outcome = await agree(
        'a request to keep where the user came from',
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'PATCH', path, body: { attribution }, asUser: true },
          response: { status: 200, body: { data } },
        },
        (api) => api.updateProfile({ attribution }),
      )
      expect(outcome).toEqual({ kind: 'updated', profile: reify(data) })
    })

    it.each([
      ['allows', '5f0c1d1e-7a55-4a0e-9b1c-0d7a3a2b9c11'],
      ['refuses', null],
    ])('accepts that the user %s analytics', async (does, visitorId) => {
      const data = {
        ...newProfile({ emailVerified: true }),
        trackingConsent: visitorId !== null,
      }
      const outcome = await agree(
        `a request to keep that the user ${does} analytics`,
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'PATCH', path, body: { visitorId }, asUser: true },
          response: { status: 200, body: { data } },
        },
        (api) => api.updateProfile({ visitorId }),
      )
      expect(outcome).toEqual({ kind: 'updated', profile: reify(data) })
    })

    it('no longer has a phone number once the user clears it', async () => {
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

    it.each([
      ['birthYear', 'an impossible year of birth', { birthYear: 1800 }],
      ['firstName', 'no first name', { firstName: ' ' }],
      ['lastName', 'a last name that is too long', { lastName: 'x'.repeat(51) }],
      ['phone', 'an invalid phone number', { phone: '12' }],
    ])('names the %s that is not valid', async (field, what, changes) => {
      const refusal = invalid(field)
      const outcome = await agree(
        `a request to keep ${what}`,
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'PATCH', path, body: changes, asUser: true },
          response: refusal,
        },
        (api) => api.updateProfile(changes),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('accepts no changes after the session has ended', async () => {
      const request = { method: 'PATCH', path, body: { firstName: 'Robin' }, asUser: true } as const
      const attempt = agree(
        'a request to keep a name after the session has ended',
        { ...sessionEnded, request },
        (api) => api.updateProfile({ firstName: 'Robin' }).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })

    it('is exported with everything that is stored', async () => {
      const exported = await agree(
        'a request for an export of the account',
        {
          states: [
            state('a user who has given personal details', personalDetails),
            state('a user who has saved diagnoses', { diagnoses: [surveyAnswers, beliefAnswers] }),
            state('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' }),
          ],
          request: { method: 'GET', path: `${path}/export`, asUser: true },
          response: { status: 200, body: { data: accountExport } },
        },
        (api) => api.exportAccount(),
      )
      expect(exported).toEqual({ kind: 'exported', everything: reify(accountExport) })
    })

    it('cannot be exported too often', async () => {
      const outcome = await agree(
        'one request too many for an export of the account',
        {
          states: [state('a user who has exported the account too often', {})],
          request: { method: 'GET', path: `${path}/export`, asUser: true },
          response: rateLimited,
        },
        (api) => api.exportAccount(),
      )
      expect(outcome).toEqual({ kind: 'rate-limited', retryAfterSeconds: 42 })
    })

    it('is deleted', async () => {
      const outcome = await agree(
        'a request to delete the account',
        {
          states: [
            state('a user with a live subscription', { productId: 'annual', code: 'WELCOME20' }),
          ],
          request: { method: 'DELETE', path, asUser: true },
          response: { status: 204 },
        },
        (api) => api.deleteAccount(),
      )
      expect(outcome).toEqual({ kind: 'deleted' })
    })

    it('is deleted only after a recent sign-in', async () => {
      const outcome = await agree(
        'a request to delete the account by a user who signed in a while ago',
        {
          states: [state('a user who signed in a while ago', {})],
          request: { method: 'DELETE', path, asUser: true },
          response: problem(403, 'auth/requires-recent-login'),
        },
        (api) => api.deleteAccount(),
      )
      expect(outcome).toEqual({ kind: 'recent-login-required' })
    })

    it.each([
      [
        'for an export of the account',
        { method: 'GET', path: `${path}/export`, asUser: true },
        'exportAccount',
      ],
      ['to delete the account', { method: 'DELETE', path, asUser: true }, 'deleteAccount'],
    ] as const)('refuses a request %s after the session has ended', async (what, request, call) => {
      const attempt = agree(
        `a request ${what} after the session has ended`,
        { ...sessionEnded, request },
        (api) => api[call]().catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
