import { describe, expect, it } from 'vitest'
import { scoreChanges } from '#core/model/then-and-now.ts'
import { aBeliefResult, aSurveyResult } from '#tests/support/a-visitor.ts'
import type { BeliefResult } from '#core/model/money-belief.ts'
import type { SurveyResult } from '#core/model/survey.ts'

const surveyOf = (scores: Partial<Record<SurveyResult['pillars'][number]['id'], number>>) => ({
  ...aSurveyResult,
  pillars: Object.entries(scores).map(([id, score]) => ({
    ...aSurveyResult.pillars[0]!,
    id: id as SurveyResult['pillars'][number]['id'],
    score,
  })),
})

describe('the changes between two results', () => {
  it('begin with the score that changed most, up or down', () => {
    const then = surveyOf({ spend: 70, save: 50, borrow: 31, plan: 60 })
    const now = surveyOf({ spend: 76, save: 38, borrow: 58, plan: 60 })
    expect(scoreChanges(then, now)).toEqual([
      { id: 'borrow', before: 31, after: 58 },
      { id: 'save', before: 50, after: 38 },
      { id: 'spend', before: 70, after: 76 },
      { id: 'plan', before: 60, after: 60 },
    ])
  })

  it('omit a score that only one of the results has', () => {
    expect(scoreChanges(surveyOf({ spend: 70 }), surveyOf({ spend: 76, borrow: 58 }))).toEqual([
      { id: 'spend', before: 70, after: 76 },
    ])
  })

  it('name each money belief with its scores before and after', () => {
    const beliefs = (score: number): BeliefResult => ({
      ...aBeliefResult,
      beliefs: [
        { id: 'status', score, level: 'high', summary: '', behaviors: [], steps: [], answers: [] },
      ],
    })
    expect(scoreChanges(beliefs(4.8), beliefs(3.6))).toEqual([
      { id: 'status', before: 4.8, after: 3.6 },
    ])
  })
})
