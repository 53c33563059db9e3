import { describe, expect, it } from 'vitest'
import { afterSignIn, afterSignUp, uncountedAccount } from '#core/model/after-sign-up.ts'
import { emptySignUpData } from '#core/model/persisted-state.ts'
import { aProfile, annual, someTerms, welcome20 } from '#tests/support/a-visitor.ts'

const order = { product: annual, promotion: welcome20, consent: someTerms }
const data = {
  ...emptySignUpData,
  billingEmail: 'bills@example.com',
  drafts: { 'create-account': { email: 'ada@example.com' }, details: { firstName: 'Ada' } },
}
const stayed = { journey: 'enroll', profile: aProfile(), order, isScreenLeft: false } as const

it('afterSignIn remembers that there is an account, and changes nothing else', () => {
  expect({ ...data, ...afterSignIn }).toEqual({ ...data, accountCreated: true })
})

describe('afterSignUp', () => {
  it('starts the subscription that was ordered with the account', () =>
    expect(afterSignUp(data, 'ada', stayed).order).toBe(order))

  it('starts no subscription when nothing was ordered with the account', () =>
    expect(afterSignUp(data, 'ada', { ...stayed, order: null }).order).toBeNull())

  it('starts no subscription once the visitor has left the screen with the order', () =>
    expect(afterSignUp(data, 'ada', { ...stayed, isScreenLeft: true }).order).toBeNull())

  it('starts no subscription with the plan and the card of another account', () =>
    expect(afterSignUp({ ...data, accountId: 'bob' }, 'ada', stayed).order).toBeNull())

  it('keeps what was answered, and drops what was typed to create the account', () => {
    const { changes, isDataRemoved } = afterSignUp(data, 'ada', stayed)
    expect(isDataRemoved).toBe(false)
    expect({ ...data, ...changes }).toEqual({
      ...data,
      accountId: 'ada',
      accountCreated: true,
      drafts: { details: { firstName: 'Ada' } },
    })
  })

  it('leaves account_created to be tracked once the profile can be fetched', () => {
    const signUp = { ...data, ...afterSignUp(data, 'ada', { ...stayed, profile: null }).changes }
    expect(signUp.uncountedAccount).toBe('enroll')
    const variant = '1 Step'
    const user = { id: 'ada', email: 'ada@example.com', emailVerified: false, providerData: [] }
    const waiting = { signUp, variant, user, profile: null } as const
    const profile = aProfile()
    expect(uncountedAccount(waiting)).toBeNull()
    expect(uncountedAccount({ ...waiting, profile })).toBe('enroll')
    expect(uncountedAccount({ ...waiting, profile, user: { ...user, id: 'bob' } })).toBeNull()
  })

  it('removes the data of another account', () => {
    const ofBob = { ...data, accountId: 'bob' }
    const { changes, isDataRemoved } = afterSignUp(ofBob, 'ada', stayed)
    expect(isDataRemoved).toBe(true)
    expect({ ...ofBob, ...changes }).toEqual({
      ...emptySignUpData,
      accountId: 'ada',
      accountCreated: true,
    })
  })
})
