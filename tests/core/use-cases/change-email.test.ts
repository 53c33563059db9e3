import { describe, expect, it } from 'vitest'
import { internalErrors } from '#core/model/internal-errors.ts'
import { changeEmail } from '#core/use-cases/change-email.ts'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

const next = 'lovelace@example.com'

const signedUp = async () => {
  const world = inMemory()
  await signUpAda(world)
  return world
}

describe('changeEmail', () => {
  it('mails the new address with a link back to the account', async () => {
    const { app, auth } = await signedUp()
    expect(await app.changeEmail({ email: next, journey: null, origin })).toEqual({ kind: 'sent' })
    expect(auth.mails.at(-1)).toMatchObject({
      kind: 'change-email',
      to: next,
      returnUrl: `${origin}/account`,
    })
  })

  it('mails the new address with a link back to the journey', async () => {
    const { app, auth } = await signedUp()
    await app.changeEmail({ email: next, journey: 'enroll', origin })
    expect(auth.mails.at(-1)).toMatchObject({
      to: next,
      returnUrl: `${origin}/enroll/email-confirmed`,
    })
  })

  it('ignores spaces around the address', async () => {
    const { auth } = await signedUp()
    const asked: string[] = []
    const listening = {
      ...auth,
      changeEmail: async (email: string) => (asked.push(email), { kind: 'sent' as const }),
    }
    await changeEmail({ auth: listening })({ email: ` ${next} `, journey: null, origin })
    expect(asked).toEqual([next])
  })

  it('returns email-taken when the address has an account', async () => {
    const { app } = await signedUp()
    expect(await app.changeEmail({ email: ada.email, journey: null, origin })).toEqual({
      kind: 'email-taken',
    })
  })

  it('returns recent-login-required until the user reauthenticates', async () => {
    const { app, auth } = await signedUp()
    auth.ageSignIn()
    expect(await app.changeEmail({ email: next, journey: 'sign-up', origin })).toEqual({
      kind: 'recent-login-required',
    })
    await app.reauthenticate(ada.password)
    expect(await app.changeEmail({ email: next, journey: 'sign-up', origin })).toEqual({
      kind: 'sent',
    })
  })

  it('throws when nobody is signed in', async () => {
    const change = inMemory().app.changeEmail({ email: next, journey: 'sign-up', origin })
    await expect(change).rejects.toThrow(internalErrors.userNotFound)
  })
})
