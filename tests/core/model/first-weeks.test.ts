import { describe, expect, it } from 'vitest'
import { firstWeeks, lowestPillars } from '#core/model/first-weeks.ts'
import type { SurveyResult } from '#core/model/survey.ts'
import { aSurveyResult } from '#tests/support/a-visitor.ts'

const pillar = (id: 'spend' | 'save' | 'borrow' | 'plan', ...points: number[]) => ({
  id,
  score: Math.round(points.reduce((sum, each) => sum + each, 0) / points.length),
  band: 'coping' as const,
  advice: '',
  answers: points.map((each, index) => ({ question: String(index), points: each })),
})

const survey: SurveyResult = {
  ...aSurveyResult,
  pillars: [pillar('spend', 80), pillar('save', 50), pillar('borrow', 30), pillar('plan', 90)],
  nextSteps: ['One page', 'One week', 'The date'].map((title) => ({ title, text: '' })),
}

describe('firstWeeks', () => {
  it('returns weeks about the loudest belief, the lowest pillar and the goal', () =>
    expect(firstWeeks(survey, 'avoidance')).toEqual([
      { cause: { kind: 'belief', belief: 'avoidance' }, title: null },
      { cause: { kind: 'pillar', pillar: 'borrow' }, title: 'One page' },
      { cause: { kind: 'goal' }, title: 'The date' },
    ]))

  it('returns weeks about the two lowest pillars and the goal when no belief is loud', () =>
    expect(firstWeeks(survey, null).map(({ cause, title }) => [cause, title])).toEqual([
      [{ kind: 'pillar', pillar: 'borrow' }, 'One page'],
      [{ kind: 'pillar', pillar: 'save' }, 'One week'],
      [{ kind: 'goal' }, 'The date'],
    ]))

  it('compares the unrounded scores of the pillars', () => {
    const pillars = [pillar('spend', 30, 31, 31), pillar('save', 31), pillar('borrow', 40)]
    const [week] = firstWeeks({ ...survey, pillars }, null)
    expect(week?.cause).toEqual({ kind: 'pillar', pillar: 'spend' })
  })

  it('returns no weeks when the result has no next steps', () =>
    expect(firstWeeks({ ...survey, nextSteps: [] }, null)).toEqual([]))
})

describe('lowestPillars', () => {
  const lowestOf = (...pillars: SurveyResult['pillars']) =>
    lowestPillars({ ...survey, pillars }).map(({ id }) => id)

  it('returns all that share the lowest score', () => {
    expect(lowestPillars(survey).map(({ id }) => id)).toEqual(['borrow'])
    expect(lowestOf(pillar('spend', 30), pillar('save', 40), pillar('plan', 30))).toEqual([
      'spend',
      'plan',
    ])
  })

  it('compares the displayed scores of the pillars', () =>
    expect(lowestOf(pillar('spend', 30, 31, 31), pillar('save', 31), pillar('plan', 40))).toEqual([
      'spend',
      'save',
    ]))

  it('returns no pillars when all have the same score', () =>
    expect(lowestOf(pillar('spend', 50), pillar('save', 50))).toEqual([]))
})
