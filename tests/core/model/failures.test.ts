import { describe, expect, it } from 'vitest'
import { PortUnavailable, SessionExpired, tolerateOutage } from '#core/model/failures.ts'

describe('tolerateOutage', () => {
  it('returns the result', async () => expect(await tolerateOutage(async () => 7)).toBe(7))

  it('returns null during an outage', async () => {
    expect(await tolerateOutage(() => Promise.reject(new PortUnavailable('auth', null)))).toBeNull()
  })

  it.each([new SessionExpired(), new TypeError('bug')])(
    'rethrows any other error: %s',
    async (other) => {
      await expect(tolerateOutage(() => Promise.reject(other))).rejects.toBe(other)
    },
  )
})

describe('the errors of ports', () => {
  it('say what failed and why', () => {
    const cause = new Error('timeout')
    const error = new PortUnavailable('payments', cause)
    expect(error).toMatchObject({
      name: 'PortUnavailable',
      message: 'The payments port is unavailable.',
      port: 'payments',
      cause,
    })
    expect(new SessionExpired()).toMatchObject({
      name: 'SessionExpired',
      message: 'The session has expired.',
    })
  })
})
