import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { SessionExpired } from '#core/model/failures.ts'
import type { Submission } from '../states.ts'
import { agree, invalid, problem, rateLimited, reify, sessionEnded, state } from './pact.ts'
import {
  beliefAnswers,
  beliefDiagnosis,
  beliefResult,
  choice,
  conditionalQuestion,
  contradictoryAnswers,
  declinableQuestion,
  exclusiveOption,
  numberQuestion,
  reticentAnswers,
  reticentResult,
  scaleQuestion,
  suggestingQuestion,
  surveyAnswers,
  surveyDiagnosis,
  surveyResult,
} from './shapes/diagnosis.ts'

const { arrayContaining, eachLike, fromProviderState, nullValue, regex, string } = MatchersV3

const path = '/api/v1/coaching/diagnosis'

const asking = (kind: string) =>
  ({ method: 'GET', path: `${path}/public/questions`, query: { kind } }) as const

const answered = [
  ['survey', surveyAnswers, surveyResult, surveyDiagnosis],
  ['money-belief', beliefAnswers, beliefResult, beliefDiagnosis],
] as const

const outdated: Submission = { ...surveyAnswers, version: 'of-last-year' }
const incomplete: Submission = { ...surveyAnswers, answers: { 'main-goal': 'build-savings' } }

export const describeDiagnosisContract = () =>
  describe('the diagnosis API', () => {
    it.each([
      ['survey', 'single choices', 'some', choice('single')],
      ['survey', 'multiple choices', 'some', choice('multiple')],
      ['survey', 'picture choices', 'some', choice('picture')],
      ['survey', 'numbers', 'some', numberQuestion],
      ['survey', 'numbers to pick', 'some', suggestingQuestion],
      ['survey', 'questions that may be declined', 'some', declinableQuestion],
      ['survey', 'an exclusive option', 'some', exclusiveOption],
      ['survey', 'questions that depend on an answer', 'some', conditionalQuestion],
      ['money_belief', 'statements on a scale', 'all', scaleQuestion],
    ] as const)('gives the questions of the %s: %s', async (kind, what, which, question) => {
      const questions = which === 'all' ? eachLike(question) : arrayContaining(question)
      const data = { kind, version: string('1'), questions }
      const response = { status: 200, headers: { ETag: string('"1"') }, body: { data } }
      const result = await agree(
        `a request for the questions of the ${kind}: ${what}`,
        { request: asking(kind), response },
        (api) => api.questionnaire(kind),
      )
      expect(result).toEqual({ kind, version: '1', questions: [reify(question)] })
    })

    it.each(answered)('scores anyone’s %s', async (name, submission, result) => {
      const outcome = await agree(
        `a request to score a ${name}`,
        {
          states: [state('a questionnaire', submission)],
          request: { method: 'POST', path: `${path}/public/calculate`, body: submission },
          response: { status: 200, body: { data: result } },
        },
        (api) => api.calculate(submission),
      )
      expect(outcome).toEqual({ kind: 'calculated', result: reify(result) })
    })

    it('omits declined answers from the score', async () => {
      const outcome = await agree(
        'a request to score declined answers',
        {
          states: [state('a questionnaire', reticentAnswers)],
          request: { method: 'POST', path: `${path}/public/calculate`, body: reticentAnswers },
          response: { status: 200, body: { data: reticentResult } },
        },
        (api) => api.calculate(reticentAnswers),
      )
      expect(outcome).toEqual({ kind: 'calculated', result: reify(reticentResult) })
    })

    it('refuses an exclusive option together with another', async () => {
      const refusal = invalid('answers.debt-kinds')
      const outcome = await agree(
        'a request to score an exclusive option together with another',
        {
          states: [state('a questionnaire', surveyAnswers)],
          request: { method: 'POST', path: `${path}/public/calculate`, body: contradictoryAnswers },
          response: refusal,
        },
        (api) => api.calculate(contradictoryAnswers),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('refuses answers to a version that is not the current one, and names the version', async () => {
      const refusal = invalid('version')
      const request = { method: 'POST', path: `${path}/public/calculate`, body: outdated } as const
      const outcome = await agree(
        'a request to score answers to another version',
        { request, response: refusal },
        (api) => api.calculate(outdated),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('names the answers that are missing', async () => {
      const refusal = invalid(regex('^answers\\..+$', 'answers.age-band'), 'answers.age-band')
      const request = {
        method: 'POST',
        path: `${path}/public/calculate`,
        body: incomplete,
      } as const
      const outcome = await agree(
        'a request to score a survey with answers missing',
        { request, response: refusal },
        (api) => api.calculate(incomplete),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('says how long to wait after too many requests', async () => {
      const outcome = await agree(
        'one request too many to score a survey',
        {
          states: [state('too many requests from this address', { call: 'calculate' })],
          request: { method: 'POST', path: `${path}/public/calculate`, body: surveyAnswers },
          response: rateLimited,
        },
        (api) => api.calculate(surveyAnswers),
      )
      expect(outcome).toEqual({ kind: 'rate-limited', retryAfterSeconds: 42 })
    })

    it.each(answered)('saves the %s of a user', async (name, submission, _, diagnosis) => {
      const outcome = await agree(
        `a request to save a ${name}`,
        {
          states: [
            state('a questionnaire', submission),
            state('a verified user with no subscription', {}),
          ],
          request: { method: 'POST', path, body: submission, asUser: true },
          response: { status: 201, body: { data: diagnosis } },
        },
        (api) => api.saveDiagnosis(submission),
      )
      expect(outcome).toEqual({ kind: 'saved', diagnosis: reify(diagnosis) })
    })

    it('returns the stored diagnosis when the same answers are saved again', async () => {
      const outcome = await agree(
        'a request to save the same answers again',
        {
          states: [state('a user who has saved diagnoses', { diagnoses: [surveyAnswers] })],
          request: { method: 'POST', path, body: surveyAnswers, asUser: true },
          response: { status: 200, body: { data: surveyDiagnosis } },
        },
        (api) => api.saveDiagnosis(surveyAnswers),
      )
      expect(outcome).toEqual({ kind: 'saved', diagnosis: reify(surveyDiagnosis) })
    })

    it('does not save invalid answers', async () => {
      const refusal = invalid(regex('^answers\\..+$', 'answers.age-band'), 'answers.age-band')
      const outcome = await agree(
        'a request to save a survey with answers missing',
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'POST', path, body: incomplete, asUser: true },
          response: refusal,
        },
        (api) => api.saveDiagnosis(incomplete),
      )
      expect(outcome).toEqual(refusal.expected)
    })

    it('does not save more diagnoses than an account can hold', async () => {
      const outcome = await agree(
        'a request to save one diagnosis too many',
        {
          states: [state('a user who has as many diagnoses as an account can hold', {})],
          request: { method: 'POST', path, body: surveyAnswers, asUser: true },
          response: problem(409, 'diagnosis/too-many'),
        },
        (api) => api.saveDiagnosis(surveyAnswers),
      )
      expect(outcome).toEqual({ kind: 'too-many' })
    })

    it('saves nothing after the session has ended', async () => {
      const request = { method: 'POST', path, body: surveyAnswers, asUser: true } as const
      const attempt = agree(
        'a request to save a survey after the session has ended',
        { ...sessionEnded, request },
        (api) => api.saveDiagnosis(surveyAnswers).catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })

    it('lists the diagnoses that a user has saved, newest first', async () => {
      const data = [beliefDiagnosis, surveyDiagnosis]
      const saved = await agree(
        'a request for the diagnoses of a user',
        {
          states: [
            state('a user who has saved diagnoses', { diagnoses: [surveyAnswers, beliefAnswers] }),
          ],
          request: { method: 'GET', path, asUser: true },
          response: { status: 200, body: { data, nextCursor: nullValue() } },
        },
        (api) => api.diagnoses(),
      )
      expect(saved).toEqual({ items: reify(data), nextCursor: null })
    })

    it.each([
      ['the newest', undefined, string('the-cursor')],
      ['those after a page', 'the-cursor', nullValue()],
    ] as const)('lists the diagnoses of a user in pages: %s', async (which, cursor, nextCursor) => {
      const data = eachLike(beliefDiagnosis)
      const page = await agree(
        `a request for the diagnoses of a user who has saved many: ${which}`,
        {
          states: [state('a user who has a page of diagnoses and a part of another', {})],
          request: {
            method: 'GET',
            path,
            ...(cursor && { query: { cursor: fromProviderState('${cursor}', cursor) } }),
            asUser: true,
          },
          response: { status: 200, body: { data, nextCursor } },
        },
        (api) => api.diagnoses(cursor),
      )
      expect(page).toEqual({ items: reify(data), nextCursor: reify(nextCursor) })
    })

    it('lists nothing for a user who has saved nothing', async () => {
      const saved = await agree(
        'a request for the diagnoses of a new user',
        {
          states: [state('a verified user with no subscription', {})],
          request: { method: 'GET', path, asUser: true },
          response: { status: 200, body: { data: [], nextCursor: nullValue() } },
        },
        (api) => api.diagnoses(),
      )
      expect(saved).toEqual({ items: [], nextCursor: null })
    })

    it('lists nothing after the session has ended', async () => {
      const request = { method: 'GET', path, asUser: true } as const
      const attempt = agree(
        'a request for diagnoses after the session has ended',
        { ...sessionEnded, request },
        (api) => api.diagnoses().catch((error: unknown) => error),
      )
      expect(await attempt).toBeInstanceOf(SessionExpired)
    })
  })
