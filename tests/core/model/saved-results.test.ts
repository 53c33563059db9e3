import { expect, it } from 'vitest'
import { conclude } from '#core/model/assessment.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { withSaved } from '#core/model/saved-results.ts'
import { aBeliefResult, aSurveyResult } from '#tests/support/a-visitor.ts'

it('withSaved leaves what was concluded while the earlier result was saved', () => {
  const first = {
    ...emptySignUpData,
    ...conclude(emptySignUpData, aSurveyResult, { single: 'one' }),
  }
  expect(withSaved(first, first).unsavedResults).toEqual([])
  const next = { ...aSurveyResult, score: 70 }
  const second = { ...first, ...conclude(first, next, { single: 'two' }) }
  expect(withSaved(second, first).unsavedResults).toEqual(['survey'])
  const other = { ...first, ...conclude(first, aBeliefResult, { scale: 1 }) }
  expect(withSaved(other, first).unsavedResults).toEqual(['money_belief'])
})
