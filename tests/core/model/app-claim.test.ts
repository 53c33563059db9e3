import { describe, expect, it } from 'vitest'
import { isExpired } from '#core/model/app-claim.ts'

describe('isExpired', () => {
  const claim = { expiresAt: '2026-11-21T12:15:00Z' }

  it('is false until the link expires', () => {
    expect(isExpired(claim, new Date('2026-11-21T12:14:59Z'))).toBe(false)
  })

  it('is true from the moment the link expires', () => {
    expect(isExpired(claim, new Date('2026-11-21T12:15:00Z'))).toBe(true)
    expect(isExpired(claim, new Date('2026-11-21T12:15:01Z'))).toBe(true)
  })
})
