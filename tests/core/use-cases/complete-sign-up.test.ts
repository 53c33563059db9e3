import { describe, expect, it } from 'vitest'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('completeSignUp', () => {
  it('tracks how many seconds the sign-up took', async () => {
    const { app, analytics, clock } = inMemory()
    const startedAt = clock.now().getTime()
    await clock.advance(301_400)
    app.completeSignUp({ journey: 'sign-up', startedAt })
    expect(analytics.events).toEqual([
      { name: 'account_signup_completed', properties: { journey: 'sign-up', seconds: 301 } },
    ])
  })

  it('tracks no negative time when the clock was set back', () => {
    const { app, analytics, clock } = inMemory()
    app.completeSignUp({ journey: 'enroll', startedAt: clock.now().getTime() + 60_000 })
    expect(analytics.events).toMatchObject([{ properties: { journey: 'enroll', seconds: 0 } }])
  })
})
