import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

describe('showBeliefResult', () => {
  it('tracks the completed assessment with its dominant belief and scores', async () => {
    const { app, analytics } = inMemory()
    const beliefs = await app.loadQuestionnaire('money_belief')
    const outcome = await app.assess(beliefs, answersTo(beliefs))
    if (outcome.kind !== 'assessed' || outcome.result.kind !== 'money_belief') throw new Error('There is no result.')
    app.showBeliefResult(outcome.result)
    expect(analytics.events).toEqual([
      {
        name: 'money_belief_assessment_completed',
        properties: { dominant: 'avoidance', scores: { avoidance: 1, worship: 1, status: 1, vigilance: 1 } },
      },
    ])
  })
})
