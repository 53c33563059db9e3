import { afterAll, beforeAll, expect, test } from 'vitest'
import { beliefAnswers } from './support/answers.ts'
import { somebody, startApi, startTimeout } from './support/harness.ts'
import type { Api } from './support/harness.ts'

const path = '/api/v1/coaching/diagnosis'
const most = 10

let api: Api
beforeAll(async () => { api = await startApi({ environment: { MAX_DIAGNOSES_PER_USER: String(most) } }) }, startTimeout)
afterAll(() => api.stop())

/** Different ones for each number up to 36. */
const belief = (number: number) => ({
  kind: 'money_belief', version: '1',
  answers: beliefAnswers(1, { 'belief-01': 1 + (number % 6), 'belief-02': 1 + Math.floor(number / 6) }),
})

test('a user can have so many diagnoses, also when more are saved at once', async () => {
  const as = somebody()
  const answers = await Promise.all(Array.from({ length: 2 * most }, (_, number) => api.post(path, belief(number), { as })))
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array.from({ length: most }, () => [409, 'diagnosis/too-many']))
  expect((await api.get(path, { as })).json().data).toHaveLength(most)
})

test('the same answers are given back to a user who can have no more', async () => {
  const as = somebody()
  const [first] = await Promise.all(Array.from({ length: most }, (_, number) => api.post(path, belief(number), { as })))
  const again = await api.post(path, belief(0), { as })
  expect([again.statusCode, again.json()]).toEqual([200, first!.json()])
  expect((await api.post(path, belief(most), { as })).statusCode).toBe(409)
})

test('the diagnoses of one user take no room of another’s', async () => {
  const as = somebody()
  for (let number = 0; number < most; number += 1) await api.post(path, belief(number), { as })
  expect((await api.post(path, belief(0), { as: somebody() })).statusCode).toBe(201)
})
