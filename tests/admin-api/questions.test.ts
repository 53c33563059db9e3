import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beliefAnswers, surveyAnswers } from './support/answers.ts'
import { startApi } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const questions = '/api/v1/coaching/diagnosis/public/questions'
const calculate = '/api/v1/coaching/diagnosis/public/calculate'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

describe('GET questions', () => {
  test.each([
    ['survey', 11],
    ['money_belief', 16],
  ])('returns the questions of the questionnaire %s', async (kind, count) => {
    const answer = await api.get(`${questions}?kind=${kind}`)
    expect(answer.statusCode).toBe(200)
    const { data } = answer.json()
    expect(data).toMatchObject({ kind, version: '1' })
    expect(data.questions).toHaveLength(count)
  })

  test('reveals no points, pillars or beliefs', async () => {
    for (const kind of ['survey', 'money_belief']) {
      const { body } = await api.get(`${questions}?kind=${kind}`)
      expect(body).not.toMatch(/"(points|pillar|belief|fullPointsFrom)"/)
    }
  })

  test('marks declinable questions, the reason for asking, exclusive options and suggested numbers', async () => {
    const { data } = (await api.get(`${questions}?kind=survey`)).json()
    const asked = (id: string) =>
      (data.questions as { id: string }[]).find((question) => question.id === id)
    expect(asked('debt-kinds')).toMatchObject({
      declinable: true,
      why: expect.stringMatching(/Borrow/),
      options: expect.arrayContaining([{ id: 'none', label: 'None of these', exclusive: true }]),
    })
    expect(asked('emergency-savings')).toMatchObject({
      unit: 'months',
      suggestions: expect.arrayContaining([{ value: 4, label: '3–5' }]),
    })
    expect(asked('main-goal')).not.toHaveProperty('declinable')
  })

  test('returns 304 for a matching ETag, and lets caches keep the questions', async () => {
    const first = await api.get(`${questions}?kind=survey`)
    const etag = String(first.headers['etag'])
    expect(first.headers['cache-control']).toContain('public')
    const again = await api.get(`${questions}?kind=survey`, {
      headers: { 'if-none-match': `"other", W/${etag}` },
    })
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
    expect(
      (await api.get(`${questions}?kind=money_belief`, { headers: { 'if-none-match': etag } }))
        .statusCode,
    ).toBe(200)
  })

  test.each(['', '?kind=horoscope', '?kind=survey&extra=1', '?kind=survey&kind=survey'])(
    'returns 422 for the query %j',
    async (query) => {
      const answer = await api.get(questions + query)
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors.length).toBeGreaterThan(0)
    },
  )
})

describe('POST calculate', () => {
  test('scores the survey', async () => {
    const answer = await api.post(calculate, {
      kind: 'survey',
      version: '1',
      answers: surveyAnswers,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      kind: 'survey',
      score: 63,
      band: 'coping',
      introPicture: 'winding-path',
    })
  })

  test('scores the money beliefs', async () => {
    const answer = await api.post(calculate, {
      kind: 'money_belief',
      version: '1',
      answers: beliefAnswers(4),
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({ kind: 'money_belief', dominant: 'avoidance' })
  })

  test('names each wrong answer', async () => {
    const answer = await api.post(calculate, {
      kind: 'survey',
      version: '1',
      answers: { ...surveyAnswers, 'bills-on-time': 'never' },
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({
      code: 'request/invalid',
      status: 422,
      errors: [{ path: 'answers.bills-on-time', code: 'answer/unknown-option' }],
    })
  })

  test.each([
    [{ kind: 'survey', version: '1' }, 'answers', 'field/required'],
    [{ kind: 'survey', version: 1, answers: {} }, 'version', 'field/wrong-type'],
    [{ kind: 'tarot', version: '1', answers: {} }, 'kind', 'field/invalid'],
    [{ kind: 'survey', version: '2', answers: {} }, 'version', 'version/not-current'],
    [{ kind: 'survey', version: '1', answers: {}, email: 'x' }, 'email', 'field/unknown'],
    [
      { kind: 'survey', version: '1', answers: { 'main-goal': { a: 1 } } },
      'answers.main-goal',
      'field/wrong-type',
    ],
  ])('returns 422 for the body %j, naming %s', async (body, path, code) => {
    const answer = await api.post(calculate, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ path, code }))
  })
})
