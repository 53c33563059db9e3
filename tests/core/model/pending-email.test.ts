import { describe, expect, it } from 'vitest'
import { isLinkOfAnother, isSameEmail, stillPending } from '#core/model/pending-email.ts'

describe('isSameEmail', () => {
  it('ignores case and the spaces around what was typed', () => {
    expect(isSameEmail(' New@Example.com ', 'new@example.com')).toBe(true)
    expect(isSameEmail('old@example.com', 'new@example.com')).toBe(false)
  })
})

describe('stillPending', () => {
  it('is the pending address while the account still has the old one', () =>
    expect(stillPending('New@example.com', 'old@example.com')).toBe('New@example.com'))

  it('is empty once the new address is confirmed, and when none is pending', () => {
    expect(stillPending('New@example.com', 'new@example.com')).toBe('')
    expect(stillPending('', 'old@example.com')).toBe('')
  })
})

describe('isLinkOfAnother', () => {
  const user = { email: 'ada@example.com', pendingEmail: '' }

  it('is true for a link sent to an address that is neither the user’s nor their pending one', () => {
    expect(isLinkOfAnother('bob@example.com', user)).toBe(true)
    expect(isLinkOfAnother('ada@example.com', user)).toBe(false)
  })

  it('is false for a link sent to the user’s pending address, however it was typed', () => {
    const waiting = { ...user, pendingEmail: 'Bob@Example.com' }
    expect(isLinkOfAnother('bob@example.com', waiting)).toBe(false)
  })

  it('is false while the email of the link or of the user is unknown', () => {
    expect(isLinkOfAnother(null, user)).toBe(false)
    expect(isLinkOfAnother('bob@example.com', { ...user, email: null })).toBe(false)
  })
})
