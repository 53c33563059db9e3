import { describe, expect, it } from 'vitest'
import { emptySignUpData, emptyUserData } from '#core/model/persisted-state.ts'
import { personalWords, rememberedProfile, rememberProfile } from '#core/model/user-data.ts'
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

describe('personalWords', () => {
  it('names what is known of the visitor from the profile, the session and the forms', () => {
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

  it('knows no word of a new visitor but the empty billing email', () => {
    expect(personalWords({ signUp: emptySignUpData, profile: null, user: null })).toEqual([''])
  })
})
