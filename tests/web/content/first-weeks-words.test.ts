import { describe, expect, it } from 'vitest'
import { voicesOf } from '#core/model/money-belief.ts'
import type { PillarId, SurveyResult } from '#core/model/survey.ts'
import { aSurveyResult } from '#tests/support/a-visitor.ts'
import { leadWords, resultWords } from '#web/content/words/first-weeks-words.ts'

const scoring = (scores: Partial<Record<PillarId, number>>): SurveyResult => ({
  ...aSurveyResult,
  pillars: (['spend', 'save', 'borrow', 'plan'] as const).flatMap((id) => {
    const score = scores[id]
    return score === undefined
      ? []
      : [{ id, score, band: 'coping' as const, advice: '', answers: [] }]
  }),
})

const voices = (...scores: readonly number[]) =>
  voicesOf(
    (['avoidance', 'worship', 'status', 'vigilance'] as const).map((id, index) => {
      const score = scores[index]!
      return { id, score, level: score < 2.5 ? 'low' : score <= 3.5 ? 'moderate' : 'high' }
    }),
  )

describe('the words about the result of the check-up', () => {
  it.each([
    [{ spend: 70, save: 31, borrow: 80, plan: 90 }, 'Save scored lowest, 31 out of 100.'],
    [{ spend: 70, save: 31, plan: 31 }, 'Save and Plan scored lowest, 31 out of 100 each.'],
    [{ spend: 50, save: 50, plan: 50 }, 'All your areas are level, at 50 out of 100.'],
  ])('name only the areas with the lowest score: %j', (scores, words) =>
    expect(leadWords(scoring(scores))).toBe(words),
  )

  it.each([
    [{ spend: 70, save: 31 }, 'Save is lowest'],
    [{ spend: 31, save: 31, borrow: 31, plan: 40 }, 'Spend, Save and Borrow are lowest'],
    [{ spend: 50, save: 50 }, 'all your areas are level'],
  ])('name the areas with the lowest score in the summary sentence: %j', (scores, words) =>
    expect(resultWords(scoring(scores), voices(5, 3, 1, 4), null)).toBe(
      `From your result: ${words}; avoidance is loudest.`,
    ),
  )
})

describe('the summary sentence of both results', () => {
  it.each([
    [[5, 3, 1, 4], 'avoidance is loudest'],
    [[5, 5, 1, 4], 'avoidance and worship are loudest'],
    [[1, 5, 5, 5], 'worship, status and vigilance are loudest'],
    [[3, 2, 3, 1], 'avoidance and status are loudest'],
    [[5, 5, 5, 5], 'all four beliefs speak loudly'],
    [[3, 3, 3, 3], 'no belief speaks loudly'],
    [[2, 1, 2, 1], 'no belief speaks loudly'],
  ])('names every belief that is loudest, for the scores %j', (scores, words) =>
    expect(resultWords(scoring({ spend: 70, save: 31 }), voices(...scores), 'Owe less')).toBe(
      `From your result: Save is lowest; ${words}; your goal is “Owe less”.`,
    ),
  )
})
