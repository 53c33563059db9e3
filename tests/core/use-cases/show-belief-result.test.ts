import { describe, expect, it } from 'vitest'
import { conclude } from '#core/model/assessment.ts'
import { emptySignUpData, emptyUserData } from '#core/model/persisted-state.ts'
import { inMemory } from '#tests/support/memory-ports.ts'
import { answersTo } from '#tests/support/questions.ts'

const withResult = async ({ app }: ReturnType<typeof inMemory>) => {
  const beliefs = await app.loadQuestionnaire('money_belief')
  const outcome = await app.assess(beliefs, answersTo(beliefs))
  if (outcome.kind !== 'assessed') throw new Error('There is no result.')
  const { result, answers } = outcome
  const nobody = { profile: null, userData: emptyUserData }
  return { ...emptySignUpData, ...conclude(emptySignUpData, result, answers, nobody) }
}

describe('showBeliefResult', () => {
  it('tracks the completed assessment with its dominant belief and scores', async () => {
    const world = inMemory()
    const data = await withResult(world)
    expect(world.app.showBeliefResult(data)).toEqual({ isBeliefResultShown: true })
    expect(world.analytics.events).toEqual([
      {
        name: 'money_belief_assessment_completed',
        properties: {
          dominant: 'avoidance',
          scores: { avoidance: 1, worship: 1, status: 1, vigilance: 1 },
        },
      },
    ])
  })

  it('does not track a result a second time', async () => {
    const world = inMemory()
    const shown = { ...(await withResult(world)), isBeliefResultShown: true }
    expect(world.app.showBeliefResult(shown)).toEqual({})
    expect(world.analytics.events).toEqual([])
  })

  it('tracks nothing without a result', () => {
    const { app, analytics } = inMemory()
    expect(app.showBeliefResult(emptySignUpData)).toEqual({})
    expect(analytics.events).toEqual([])
  })
})
