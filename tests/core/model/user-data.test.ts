import { describe, expect, it } from 'vitest'
import { emptySignUpData, emptyUserData } from '#core/model/persisted-state.ts'
import {
  newerUserData,
  personalWords,
  rememberedProfile,
  rememberProfile,
  storedUser,
} from '#core/model/user-data.ts'
import { aProfile } from '#tests/support/a-visitor.ts'

const ada = { id: 'firebase-1', email: 'ada@example.com', emailVerified: true, providerData: [] }
const now = new Date('2026-11-21T12:00:00Z')

describe('the cached profile', () => {
  it('is returned for its own user and nobody else', () => {
    const profile = aProfile()
    const userData = rememberProfile(ada, profile, now)
    expect(userData.lastUpdatedTimestamp).toBe(now.getTime())
    expect(rememberedProfile(userData, ada)).toBe(profile)
    expect(rememberedProfile(userData, { ...ada, id: 'firebase-2' })).toBeNull()
    expect(rememberedProfile(emptyUserData, ada)).toBeNull()
  })
})

describe('newerUserData', () => {
  const own = rememberProfile(ada, aProfile(), now)
  const later = new Date(now.getTime() + 1)

  it('returns the newer data about the user', () => {
    const newer = rememberProfile(ada, aProfile({ firstName: 'Ada' }), later)
    expect(newerUserData(own, newer)).toBe(newer)
    expect(newerUserData(newer, own)).toBe(newer)
    expect(newerUserData(own, { ...own })).toBe(own)
  })

  it('returns what another tab has stored about another user or about nobody', () => {
    const bobs = rememberProfile({ ...ada, id: 'firebase-2' }, aProfile(), now)
    expect(newerUserData(rememberProfile(ada, aProfile(), later), bobs)).toBe(bobs)
    expect(newerUserData(own, emptyUserData)).toBe(emptyUserData)
    expect(newerUserData(emptyUserData, own)).toBe(own)
  })
})

describe('storedUser', () => {
  it('returns the user with the email of the stored profile', () => {
    const profile = aProfile({ email: 'new@example.com', emailVerified: false })
    expect(storedUser(rememberProfile(ada, profile, now), ada)).toEqual({
      user: { ...ada, email: 'new@example.com', emailVerified: false },
      profile,
    })
  })

  it('returns null when nothing is stored about the user', () => {
    const bob = { ...ada, id: 'firebase-2' }
    expect(storedUser(rememberProfile(bob, aProfile(), now), ada)).toBeNull()
    expect(storedUser(emptyUserData, ada)).toBeNull()
  })
})

describe('personalWords', () => {
  it('names what is known about the visitor from the profile, the session and the forms', () => {
    const names = { firstName: 'Ada', lastName: null }
    const profile = aProfile({ ...names, email: 'a@b.example', phone: '+15550100' })
    const signUp = {
      ...emptySignUpData,
      billingEmail: 'bills@example.com',
      drafts: { account: { email: 'typed@example.com' }, details: { lastName: 'Lovelace' } },
    }
    expect(personalWords({ signUp, profile, user: ada })).toEqual([
      'Ada',
      'a@b.example',
      '+15550100',
      'ada@example.com',
      'bills@example.com',
      'typed@example.com',
      'Lovelace',
    ])
  })

  it('returns only the empty billing email for a new visitor', () => {
    expect(personalWords({ signUp: emptySignUpData, profile: null, user: null })).toEqual([''])
  })
})
