import { describe, expect, it } from 'vitest'
import { aSubscriber } from '#tests/support/orders.ts'

describe('exportAccount', () => {
  it('returns the profile, the results and the subscriptions', async () => {
    const { app, adminApi } = await aSubscriber()
    expect(await app.exportAccount()).toMatchObject({
      kind: 'exported',
      everything: {
        profile: await adminApi.profile(),
        diagnoses: (await adminApi.diagnoses()).items,
        subscriptions: [{}],
      },
    })
  })

  it('returns how long to wait after too many exports', async () => {
    const { app, adminApi } = await aSubscriber()
    adminApi.throttle()
    expect(await app.exportAccount()).toEqual({ kind: 'rate-limited', retryAfterSeconds: 30 })
  })
})
