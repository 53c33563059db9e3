import { describe, expect, it } from 'vitest'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import type { SignUpChanges } from '#core/model/persisted-state.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

/** Calls `completeSignUp`, by default for an order placed a minute after the start. */
const arrival = (world = inMemory(), changes: SignUpChanges = {}) => {
  const startedTimeStamp = world.clock.now().getTime() - 60_000
  const ordered = { ...emptySignUpData, startedTimeStamp, visitedSteps: ['payment'] as const }
  world.app.completeSignUp('sign-up', { ...ordered, ...changes })
  return world.analytics.events
}

describe('completeSignUp', () => {
  it('tracks how many seconds the sign-up took', async () => {
    const world = inMemory()
    const startedTimeStamp = world.clock.now().getTime()
    await world.clock.advance(301_400)
    expect(arrival(world, { startedTimeStamp })).toEqual([
      { name: 'account_signup_completed', properties: { journey: 'sign-up', seconds: 301 } },
    ])
  })

  it('tracks no negative time when the clock was set back', () => {
    const world = inMemory()
    const startedTimeStamp = world.clock.now().getTime() + 60_000
    expect(arrival(world, { startedTimeStamp })).toMatchObject([{ properties: { seconds: 0 } }])
  })

  it('tracks nothing when the download page was reached before', () => {
    expect(arrival(inMemory(), { visitedSteps: ['payment', 'download-app'] })).toEqual([])
  })

  it('tracks nothing on a device on which nothing was ordered', () => {
    expect(arrival(inMemory(), { visitedSteps: [] })).toEqual([])
  })
})
