import { expect, it } from 'vitest'
import { conclude } from '#core/model/assessment.ts'
import { emptySignUpData, emptyUserData } from '#core/model/persisted-state.ts'
import { diagnosesToKeep, withSaved } from '#core/model/saved-results.ts'
import { aBeliefResult, aDiagnosis, aProfile, aSurveyResult } from '#tests/support/a-visitor.ts'

const nothing = { survey: null, moneyBelief: null }
const known = { profile: aProfile(), userData: emptyUserData }

it('withSaved keeps as unsaved a result that was calculated while an earlier one was being saved', () => {
  const first = {
    ...emptySignUpData,
    ...conclude(emptySignUpData, aSurveyResult, { single: 'one' }, known),
  }
  const saved = { ...nothing, survey: { ...aDiagnosis(aSurveyResult), id: 'the-first' } }
  expect(withSaved(first, first, saved).unsavedResults).toEqual({})
  const next = { ...aSurveyResult, score: 70 }
  const second = { ...first, ...conclude(first, next, { single: 'two' }, known) }
  expect(withSaved(second, first, saved).unsavedResults).toEqual({ survey: 'the-first' })
  expect(withSaved(second, first, nothing).unsavedResults).toEqual({ survey: null })
  const other = { ...first, ...conclude(first, aBeliefResult, { scale: 1 }, known) }
  expect(withSaved(other, first, saved).unsavedResults).toEqual({ moneyBelief: null })
})

it('diagnosesToKeep omits what a result on this device replaces, and nothing else', () => {
  const survey = aDiagnosis(aSurveyResult)
  const moneyBelief = aDiagnosis(aBeliefResult)
  const stored = { survey, moneyBelief }
  expect(diagnosesToKeep(stored, {})).toEqual(stored)
  expect(diagnosesToKeep(stored, { survey: survey.id })).toEqual({ survey: null, moneyBelief })
  expect(diagnosesToKeep(stored, { moneyBelief: moneyBelief.id })).toEqual({
    survey,
    moneyBelief: null,
  })
  // Another device has saved a newer result, which wins.
  expect(diagnosesToKeep(stored, { survey: 'the-one-before' })).toEqual(stored)
  expect(diagnosesToKeep(nothing, { survey: null })).toEqual(nothing)
})
