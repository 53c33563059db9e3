import { describe, expect, it } from 'vitest'
import { agreements, isPauseDue, pausesOf, seePause } from '#core/model/pauses.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import { aQuestion } from '#tests/support/questions.ts'

const ofLength = (kind: DiagnosisKind, length: number): Questionnaire => ({
  kind,
  version: '1',
  questions: Array.from({ length }, (_, index) => aQuestion('scale', { id: String(index + 1) })),
})

describe('the pauses of a questionnaire', () => {
  it('follow questions 6 and 11 of the survey', () => {
    expect(pausesOf(ofLength('survey', 11))).toEqual(['6', '11'])
  })

  it('follow statement 8 of the money beliefs', () => {
    expect(pausesOf(ofLength('money_belief', 16))).toEqual(['8'])
  })
})

describe('a pause', () => {
  const survey = ofLength('survey', 11)
  const sixth = aQuestion('scale', { id: '6' })

  it('is due only after its question', () => {
    expect(isPauseDue(emptySignUpData, survey, sixth)).toBe(true)
    expect(isPauseDue(emptySignUpData, survey, aQuestion('scale', { id: '7' }))).toBe(false)
    expect(isPauseDue(emptySignUpData, survey, aQuestion('scale', { id: 'gone' }))).toBe(false)
  })

  it('is due only once', () => {
    const seen = { ...emptySignUpData, ...seePause(emptySignUpData, sixth) }
    expect(isPauseDue(seen, survey, sixth)).toBe(false)
    expect(isPauseDue(seen, survey, aQuestion('scale', { id: '11' }))).toBe(true)
  })
})

describe('agreements', () => {
  it('are the answers to statements, in the order of the statements', () => {
    const [first, second] = [aQuestion('scale', { id: 'a' }), aQuestion('scale', { id: 'b' })]
    const others = [aQuestion('single'), aQuestion('scale', { id: 'open' })]
    expect(agreements([first, second, ...others], { b: 5, a: 2, single: 'one' })).toEqual([
      { question: first, value: 2 },
      { question: second, value: 5 },
    ])
  })
})
