import { describe, expect, it } from 'vitest'
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

describe('what the check-up found', () => {
  it.each([
    [{ spend: 70, save: 31, borrow: 80, plan: 90 }, 'Save scored lowest, 31 of 100.'],
    [{ spend: 70, save: 31, plan: 31 }, 'Save and Plan scored lowest, 31 of 100 each.'],
    [{ spend: 50, save: 50, plan: 50 }, 'All your areas are level, at 50 of 100.'],
  ])('names of %j only those that are lowest', (scores, words) =>
    expect(leadWords(scoring(scores))).toBe(words),
  )

  it.each([
    [{ spend: 70, save: 31 }, 'Save is lowest'],
    [{ spend: 31, save: 31, borrow: 31, plan: 40 }, 'Spend, Save and Borrow are lowest'],
    [{ spend: 50, save: 50 }, 'all your areas are level'],
  ])('is said in a sentence about %j', (scores, words) =>
    expect(resultWords(scoring(scores), 'avoidance', null)).toBe(
      `From your result: ${words}, and avoidance is loudest.`,
    ),
  )
})
