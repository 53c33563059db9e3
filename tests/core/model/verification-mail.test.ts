import { describe, expect, it } from 'vitest'
import { nextMailAt, RESEND_PAUSE } from '#core/model/verification-mail.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('nextMailAt', () => {
  it('waits half a minute after the last mail', () => {
    expect(RESEND_PAUSE).toBe(30_000)
    expect(nextMailAt(now.getTime() - 10_000, now)).toBe(now.getTime() + 20_000)
    expect(nextMailAt(now.getTime(), now)).toBe(now.getTime() + RESEND_PAUSE)
  })

  it('does not wait before the first mail', () => {
    expect(nextMailAt(null, now)).toBe(0)
  })

  it('does not wait when the clock was set back', () => {
    expect(nextMailAt(now.getTime() + 1, now)).toBe(0)
  })
})
