import { describe, expect, it } from 'vitest'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { SignUpData } from '#core/model/persisted-state.ts'
import type { Answer, Questionnaire } from '#core/model/survey.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { aQuestion } from '#tests/support/questions.ts'

const statements = [aQuestion('scale', { id: 'belief-01' }), aQuestion('scale', { id: 'belief-02' })] as const
const beliefs: Questionnaire = { kind: 'money_belief', version: '1', questions: statements }

describe('answerQuestion', () => {
  it('tracks the first answer to a statement and each change of it, but not the same answer again', () => {
    const { app, analytics } = inMemory()
    let data: SignUpData = { ...emptySignUpData, moneyBeliefQuestions: beliefs }
    for (const answer of [4, 4, 5]) data = { ...data, ...app.answerQuestion(data, 'money_belief', statements[1], answer) }
    expect(data.moneyBelief.answers).toEqual({ 'belief-02': 5 })
    expect(analytics.events).toEqual([
      { name: 'money_belief_assessment_question_answered', properties: { question: 'belief-02', index: 2, answer: 4 } },
      { name: 'money_belief_assessment_question_answered', properties: { question: 'belief-02', index: 2, answer: 5 } },
    ])
  })

  it.each<[string, 'survey' | 'money_belief', Answer]>([
    ['a number of the survey', 'survey', 3],
    ['an answer in words', 'money_belief', 'often'],
  ])('keeps %s and tracks nothing', (_name, kind, answer) => {
    const { app, analytics } = inMemory()
    const { survey, moneyBelief } = { ...emptySignUpData, ...app.answerQuestion(emptySignUpData, kind, statements[0], answer) }
    expect((kind === 'survey' ? survey : moneyBelief).answers).toEqual({ 'belief-01': answer })
    expect(analytics.events).toEqual([])
  })
})
