import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { internalErrors } from '#core/model/internal-errors.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const whoSignedInLongAgo = async () => {
  const world = inMemory()
  await signUpAda(world)
  world.auth.ageSignIn()
  return world
}

describe('reauthenticate', () => {
  it('makes the sign-in recent again with the right password only', async () => {
    const { app, auth } = await whoSignedInLongAgo()
    expect(await app.reauthenticate('Wrong123')).toEqual({ kind: 'wrong-password' })
    expect(auth.isSignInRecent()).toBe(false)
    expect(await app.reauthenticate(ada.password)).toEqual({ kind: 'reauthenticated' })
    expect(auth.isSignInRecent()).toBe(true)
  })

  it('sends a password in its composed form however the keyboard writes it', async () => {
    const { app, auth } = await whoSignedInLongAgo()
    await app.reauthenticate(ada.password)
    await auth.changePassword('Another88\u00e9')
    expect(await app.reauthenticate('Another88e\u0301')).toEqual({ kind: 'reauthenticated' })
  })

  it('throws PortUnavailable after too many tries', async () => {
    const { app, auth } = await whoSignedInLongAgo()
    auth.throttle()
    await expect(app.reauthenticate(ada.password)).rejects.toMatchObject({
      constructor: PortUnavailable,
      port: 'auth',
      cause: new Error('too-many-requests'),
    })
  })

  it('throws when nobody is signed in', async () => {
    await expect(inMemory().app.reauthenticate('Secret77')).rejects.toThrow(
      internalErrors.userNotFound,
    )
  })
})
