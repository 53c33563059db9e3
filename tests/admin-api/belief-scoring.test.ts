import { describe, expect, test } from 'vitest'
import { levelOf, questionnaires, scoreMoneyBelief } from '#admin-api/domain/scoring.ts'
import { beliefAnswers, errorsOf } from './support/answers.ts'

describe('the money-belief assessment', () => {
  const idsOf = (belief: string) =>
    questionnaires.money_belief.questions
      .filter((each) => each.belief === belief)
      .map(({ id }) => id)

  test('interleaves four statements for each belief', () => {
    const order = questionnaires.money_belief.questions.map(({ belief }) => belief)
    expect(order).toEqual(
      Array.from({ length: 4 }, () => ['avoidance', 'worship', 'status', 'vigilance']).flat(),
    )
  })

  test('scores a belief as the mean of its four answers, to one decimal, and names the highest-scored one', () => {
    const [first = '', second = '', third = ''] = idsOf('status')
    const result = scoreMoneyBelief(beliefAnswers(2, { [first]: 6, [second]: 5, [third]: 6 }))
    expect(result.dominant).toBe('status')
    expect(result.beliefs.map(({ id, score, level }) => [id, score, level])).toEqual([
      ['avoidance', 2, 'low'],
      ['worship', 2, 'low'],
      ['status', 4.8, 'high'],
      ['vigilance', 2, 'low'],
    ])
  })

  test('breaks ties in the order of the beliefs', () => {
    expect(scoreMoneyBelief(beliefAnswers(3)).dominant).toBe('avoidance')
    expect(
      scoreMoneyBelief(
        beliefAnswers(6, Object.fromEntries(idsOf('avoidance').map((id) => [id, 1]))),
      ).dominant,
    ).toBe('worship')
  })

  test.each([
    [1, 'low'],
    [2.25, 'low'],
    [2.5, 'moderate'],
    [3.5, 'moderate'],
    [3.75, 'high'],
    [6, 'high'],
  ])('rates a score of %d as %s', (score, level) => expect(levelOf(score)).toBe(level))

  test.each([0, 7, 3.5])('refuses an answer of %d', (value) => {
    expect(
      errorsOf('money_belief', beliefAnswers(3, { 'belief-07': value })).map(([path]) => path),
    ).toEqual(['answers.belief-07'])
  })

  test('has three behaviours and three steps for each belief', () => {
    for (const { behaviors, steps, summary } of scoreMoneyBelief(beliefAnswers(3)).beliefs) {
      expect([behaviors.length, steps.length]).toEqual([3, 3])
      expect(summary).not.toBe('')
    }
  })
})
