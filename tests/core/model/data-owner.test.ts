import { describe, expect, it } from 'vitest'
import { isAnothers, withUser } from '#core/model/data-owner.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'

const answered = { ...emptySignUpData, billingEmail: 'bills@example.com' }
const ofAda = { ...answered, accountId: 'ada' }

describe('isAnothers', () => {
  it('is true only of data that another account has signed in with', () => {
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
