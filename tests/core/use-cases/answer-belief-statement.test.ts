import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('answerBeliefStatement', () => {
  it('tracks the first answer and each change of it, but not the same answer again', () => {
    const { app, analytics } = inMemory()
    const statement = { question: 'belief-01', index: 0 }
    app.answerBeliefStatement({ ...statement, answer: 4, before: undefined })
    app.answerBeliefStatement({ ...statement, answer: 4, before: 4 })
    app.answerBeliefStatement({ ...statement, answer: 5, before: 4 })
    expect(analytics.events).toEqual([
      { name: 'money_belief_assessment_question_answered', properties: { question: 'belief-01', index: 0, answer: 4 } },
      { name: 'money_belief_assessment_question_answered', properties: { question: 'belief-01', index: 0, answer: 5 } },
    ])
  })
})
