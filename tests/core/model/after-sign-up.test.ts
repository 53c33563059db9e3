import { describe, expect, it } from 'vitest'
import { afterSignIn, afterSignUp, uncountedAccount } from '#core/model/after-sign-up.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { aProfile } from '#tests/support/a-visitor.ts'

const data = {
  ...emptySignUpData,
  billingEmail: 'bills@example.com',
  drafts: { 'create-account': { email: 'ada@example.com' }, details: { firstName: 'Ada' } },
}

it('afterSignIn remembers that there is an account, and changes nothing else', () => {
  expect({ ...data, ...afterSignIn }).toEqual({ ...data, accountCreated: true })
})

describe('afterSignUp', () => {
  it('keeps what was answered, and drops what was typed to create the account', () => {
    expect({ ...data, ...afterSignUp(data, 'enroll', aProfile()) }).toEqual({
      ...data,
      accountCreated: true,
      drafts: { details: { firstName: 'Ada' } },
    })
  })

  it('leaves account_created to be tracked once the profile can be fetched', () => {
    const signUp = { ...data, accountId: 'ada', ...afterSignUp(data, 'enroll', null) }
    expect(signUp.uncountedAccount).toBe('enroll')
    const variant = '1 Step'
    const user = { id: 'ada', email: 'ada@example.com', emailVerified: false, providerData: [] }
    const waiting = { signUp, variant, user, profile: null } as const
    const profile = aProfile()
    expect(uncountedAccount(waiting)).toBeNull()
    expect(uncountedAccount({ ...waiting, profile })).toBe('enroll')
    expect(uncountedAccount({ ...waiting, profile, user: { ...user, id: 'bob' } })).toBeNull()
  })
})
