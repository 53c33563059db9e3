import { describe, expect, it } from 'vitest'
import { hasSameUser, isAnothers, withUser } from '#core/model/data-owner.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'

const answered = { ...emptySignUpData, billingEmail: 'bills@example.com' }
const ofAda = { ...answered, accountId: 'ada' }

describe('isAnothers', () => {
  it('is true only for the data of another account', () => {
    expect(isAnothers(answered, 'ada')).toBe(false)
    expect(isAnothers(ofAda, 'ada')).toBe(false)
    expect(isAnothers(ofAda, 'bob')).toBe(true)
  })
})

describe('withUser', () => {
  it('gives the user what was answered before anybody signed in', () =>
    expect({ ...answered, ...withUser(answered, 'ada') }).toEqual(ofAda))

  it('keeps what the user answered earlier', () =>
    expect({ ...ofAda, ...withUser(ofAda, 'ada') }).toEqual(ofAda))

  it('removes what belongs to another account', () =>
    expect({ ...ofAda, ...withUser(ofAda, 'bob') }).toEqual({
      ...emptySignUpData,
      accountId: 'bob',
    }))
})

describe('hasSameUser', () => {
  it('is true while the stored data is still that of the user', () => {
    expect(hasSameUser({ user: { id: 'ada' }, data: ofAda, isSignedIn: true })).toBe(true)
    expect(hasSameUser({ user: { id: 'bob' }, data: ofAda, isSignedIn: true })).toBe(false)
    expect(hasSameUser({ user: { id: 'ada' }, data: answered, isSignedIn: false })).toBe(false)
  })

  it('is true for a page without a user until somebody signs in', () => {
    expect(hasSameUser({ user: null, data: answered, isSignedIn: false })).toBe(true)
    expect(hasSameUser({ user: null, data: ofAda, isSignedIn: true })).toBe(false)
  })
})
