import { describe, expect, it } from 'vitest'
import { signIn } from '#core/use-cases/sign-in.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const whoSignedOut = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.signOut()
  return world
}

describe('signIn', () => {
  it('returns the user with the profile', async () => {
    const { app } = await whoSignedOut()
    expect(await app.signIn(ada)).toMatchObject({
      kind: 'signed-in',
      user: { email: ada.email },
      profile: { email: ada.email },
    })
  })

  it('returns the user without the profile while the admin API is down', async () => {
    const { app, adminApi } = await whoSignedOut()
    adminApi.fail()
    expect(await app.signIn(ada)).toMatchObject({ kind: 'signed-in', profile: null })
  })

  it('returns wrong-password and signs nobody in', async () => {
    const { app, auth } = await whoSignedOut()
    expect(await app.signIn({ ...ada, password: 'Wrong123' })).toEqual({ kind: 'wrong-password' })
    expect(await auth.currentUser()).toBeNull()
  })

  it('sends the email without surrounding spaces, and the password composed but otherwise unchanged', async () => {
    const world = inMemory()
    const asked: object[] = []
    const auth = {
      ...world.auth,
      signIn: async (given: object) => (asked.push(given), { kind: 'wrong-password' as const }),
    }
    await signIn({ ...world, auth })({ email: ` ${ada.email} `, password: ' Secret77e\u0301 ' })
    expect(asked).toEqual([{ email: ada.email, password: ' Secret77\u00e9 ' }])
  })
})
