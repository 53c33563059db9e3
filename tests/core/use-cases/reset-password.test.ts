import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada, createWholeApp, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

const whoForgotThePassword = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.recoverAccount(ada.email)
  return { world, code: world.auth.mails.at(-1)?.code ?? '' }
}

const password = 'Another88'

describe('resetPassword', () => {
  it('replaces the password and ends the session of its owner on this device', async () => {
    const { world, code } = await whoForgotThePassword()
    expect(await world.app.resetPassword({ code, password, email: ada.email })).toEqual({
      kind: 'reset',
    })
    expect(await world.auth.currentUser()).toBeNull()
    expect(await world.auth.signIn(ada)).toEqual({ kind: 'wrong-password' })
    expect(await world.auth.signIn({ ...ada, password })).toMatchObject({ kind: 'signed-in' })
  })

  it('ends the owner’s session when the password is sent again after a lost response', async () => {
    const { world, code } = await whoForgotThePassword()
    const reset = { code, password, email: ada.email }
    world.auth.loseAnswers()
    await expect(world.app.resetPassword(reset)).rejects.toBeInstanceOf(PortUnavailable)
    world.auth.restore()
    expect(await world.app.resetPassword(reset)).toEqual({ kind: 'reset' })
    expect(await world.auth.currentUser()).toBeNull()
  })

  it('leaves somebody else on this device signed in', async () => {
    const { world, code } = await whoForgotThePassword()
    await world.app.signUp({
      email: 'grace@example.com',
      password: 'Secret77',
      journey: 'sign-up',
      origin,
    })
    await world.app.resetPassword({ code, password, email: ada.email })
    expect(await world.auth.currentUser()).toMatchObject({ email: 'grace@example.com' })
  })

  it('resets the password on a device where nobody is signed in', async () => {
    const { world, code } = await whoForgotThePassword()
    await world.app.signOut()
    expect(await world.app.resetPassword({ code, password, email: ada.email })).toEqual({
      kind: 'reset',
    })
  })

  it('resets the password even if it is unknown who is signed in', async () => {
    const { world, code } = await whoForgotThePassword()
    const auth = {
      ...world.auth,
      currentUser: () => Promise.reject(new PortUnavailable('auth', null)),
    }
    expect(
      await createWholeApp({ ...world, auth }).resetPassword({ code, password, email: ada.email }),
    ).toEqual({ kind: 'reset' })
  })

  it('sends a password in its composed form however the keyboard writes it', async () => {
    const { world, code } = await whoForgotThePassword()
    await world.app.resetPassword({ code, password: 'Another88e\u0301', email: ada.email })
    expect(await world.auth.signIn({ ...ada, password: 'Another88\u00e9' })).toMatchObject({
      kind: 'signed-in',
    })
  })

  it('refuses a password that is easy to guess and leaves the link usable', async () => {
    const { world, code } = await whoForgotThePassword()
    expect(
      await world.app.resetPassword({ code, password: 'Password1', email: ada.email }),
    ).toEqual({ kind: 'common-password' })
    expect(await world.app.resetPassword({ code, password, email: ada.email })).toEqual({
      kind: 'reset',
    })
  })

  it('returns link-invalid for an unknown code and keeps the session', async () => {
    const { world } = await whoForgotThePassword()
    expect(await world.app.resetPassword({ code: 'unknown', password, email: ada.email })).toEqual({
      kind: 'link-invalid',
    })
    expect(await world.auth.currentUser()).not.toBeNull()
  })
})
