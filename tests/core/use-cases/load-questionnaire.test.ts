import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('loadQuestionnaire', () => {
  it.each(['survey', 'money_belief'] as const)('returns the questions of the %s', async (kind) => {
    const questionnaire = await inMemory().app.loadQuestionnaire(kind)
    expect(questionnaire.kind).toBe(kind)
    expect(questionnaire.questions.length).toBeGreaterThan(1)
  })
})
