import { describe, expect, it } from 'vitest'
import { aSubscriber } from '#tests/support/orders.ts'

describe('createAppClaim', () => {
  it('returns a link for the app and when it expires', async () => {
    const { app, clock } = await aSubscriber()
    expect(await app.createAppClaim()).toEqual({
      kind: 'created',
      claim: {
        url: expect.stringMatching(/\?claim=[^&]+$/),
        expiresAt: new Date(clock.now().getTime() + 15 * 60 * 1000).toISOString(),
      },
    })
  })

  it('returns how long to wait after too many links', async () => {
    const { app, adminApi } = await aSubscriber()
    adminApi.throttle()
    expect(await app.createAppClaim()).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
  })
})
