import { describe, expect, it } from 'vitest'
import { assessmentOf } from '#core/model/assessment.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import type { Answer, Questionnaire } from '#core/model/survey.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { aQuestion } from '#tests/support/questions.ts'

const first = aQuestion('scale', { id: 'belief-01' })
const second = aQuestion('scale', { id: 'belief-02' })
const beliefs: Questionnaire = { kind: 'money_belief', version: '1', questions: [first, second] }

describe('answerQuestion', () => {
  it('tracks the first answer to a statement and each change, but no repetition', () => {
    const name = 'money_belief_assessment_question_answered'
    const { app, analytics } = inMemory()
    let data: SignUpData = { ...emptySignUpData, moneyBeliefQuestions: beliefs }
    for (const answer of [4, 4, 5]) {
      data = { ...data, ...app.answerQuestion(data, 'money_belief', second, answer) }
    }
    expect(data.moneyBelief.answers).toEqual({ 'belief-02': 5 })
    expect(analytics.events).toEqual([
      { name, properties: { question: 'belief-02', index: 2, answer: 4 } },
      { name, properties: { question: 'belief-02', index: 2, answer: 5 } },
    ])
  })

  it.each<[string, 'survey' | 'money_belief', Answer]>([
    ['a number in the survey', 'survey', 3],
    ['an answer in words', 'money_belief', 'often'],
  ])('keeps %s and tracks nothing', (_name, kind, answer) => {
    const { app, analytics } = inMemory()
    const changes = app.answerQuestion(emptySignUpData, kind, first, answer)
    const { answers } = assessmentOf({ ...emptySignUpData, ...changes }, kind)
    expect(answers).toEqual({ 'belief-01': answer })
    expect(analytics.events).toEqual([])
  })
})
