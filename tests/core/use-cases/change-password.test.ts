import { describe, expect, it } from 'vitest'
import { internalErrors } from '#core/model/internal-errors.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const signedUp = async () => {
  const world = inMemory()
  await signUpAda(world)
  return world
}

describe('changePassword', () => {
  it('replaces the old password', async () => {
    const { app, auth } = await signedUp()
    expect(await app.changePassword('Another88')).toEqual({ kind: 'changed' })
    const device = auth.openBrowser()
    expect(await device.signIn(ada)).toEqual({ kind: 'wrong-password' })
    expect(await device.signIn({ ...ada, password: 'Another88' })).toMatchObject({
      kind: 'signed-in',
    })
  })

  it('sends a password in its composed form however the keyboard writes it', async () => {
    const { app, auth } = await signedUp()
    await app.changePassword('Another88e\u0301')
    expect(await auth.openBrowser().signIn({ ...ada, password: 'Another88\u00e9' })).toMatchObject({
      kind: 'signed-in',
    })
  })

  it('refuses a password that is easy to guess and keeps the old one', async () => {
    const { app, auth } = await signedUp()
    expect(await app.changePassword('Password1')).toEqual({ kind: 'common-password' })
    expect(await auth.openBrowser().signIn(ada)).toMatchObject({ kind: 'signed-in' })
  })

  it('returns recent-login-required when the last sign-in is too long ago', async () => {
    const { app, auth } = await signedUp()
    auth.ageSignIn()
    expect(await app.changePassword('Another88')).toEqual({ kind: 'recent-login-required' })
  })

  it('throws when nobody is signed in', async () => {
    await expect(inMemory().app.changePassword('Another88')).rejects.toThrow(
      internalErrors.userNotFound,
    )
  })
})
