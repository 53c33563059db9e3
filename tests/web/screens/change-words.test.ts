// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { PillarId, SurveyResult } from '#core/model/survey.ts'
import { changeHeading, changeWords } from '#web/screens/result/change-words.ts'
import { aBeliefResult, aSurveyResult } from '#tests/support/a-visitor.ts'

const survey = (
  score: number,
  pillars: readonly (readonly [PillarId, number])[],
): SurveyResult => ({
  ...aSurveyResult,
  score,
  pillars: pillars.map(([id, each]) => ({
    id,
    score: each,
    band: 'coping',
    advice: '',
    answers: [],
  })),
})

const avoidance = (score: number): BeliefResult => ({
  ...aBeliefResult,
  beliefs: [
    { id: 'avoidance', score, level: 'high', summary: '', behaviors: [], steps: [], answers: [] },
  ],
})

describe('the words about the change from one result to the next', () => {
  it.each([
    [31, 58, 'up 27'],
    [42, 38, 'down 4'],
    [60, 60, 'the same'],
  ])('are, from %d to %d: %s', (before, after, words) =>
    expect(changeWords({ before, after }, String)).toBe(words),
  )

  it('format the difference like the scores', () =>
    expect(changeWords({ before: 3, after: 4 }, (score) => score.toFixed(1))).toBe('up 1.0'))

  it('give the total score then and now, and name the area that moved the most', () => {
    const before = survey(51, [
      ['spend', 70],
      ['borrow', 31],
    ])
    const after = survey(58, [
      ['spend', 76],
      ['borrow', 58],
    ])
    expect(changeHeading(before, after)).toBe('From 51 to 58, and Borrow moved the most.')
    expect(changeHeading(before, before)).toBe('51, then and now.')
  })

  it('name no area when two moved equally far', () => {
    const before = survey(50, [
      ['spend', 50],
      ['borrow', 50],
    ])
    const after = survey(50, [
      ['spend', 60],
      ['borrow', 40],
    ])
    expect(changeHeading(before, after)).toBe('50, then and now.')
  })

  it('name the belief that moved the most', () => {
    expect(changeHeading(avoidance(4.8), avoidance(3.5))).toBe('Avoidance moved the most.')
    expect(changeHeading(avoidance(4.8), avoidance(4.8))).toBe('Nothing has moved.')
  })
})
