import { describe, expect, it } from 'vitest'
import { inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

const next = 'Lovelace@example.com'

const whoAskedForAChange = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.changeEmail({ email: next, journey: null, origin })
  return world
}

describe('checkEmailChanged', () => {
  it('returns not-yet until the link is opened', async () => {
    const { app } = await whoAskedForAChange()
    expect(await app.checkEmailChanged(next)).toEqual({ kind: 'not-yet' })
  })

  it('returns the user and the profile with the new address once the link is opened', async () => {
    const { app, auth } = await whoAskedForAChange()
    auth.openMail()
    expect(await app.checkEmailChanged(` ${next} `)).toMatchObject({
      kind: 'changed',
      user: { email: 'lovelace@example.com', emailVerified: true },
      profile: { email: 'lovelace@example.com' },
    })
  })

  it('renews the ID token, which carries the email', async () => {
    const { app, auth } = await whoAskedForAChange()
    const before = await auth.idToken()
    auth.openMail()
    await app.checkEmailChanged(next)
    expect(await auth.idToken()).not.toBe(before)
  })

  it('returns no profile while the admin API is down', async () => {
    const { app, auth, adminApi } = await whoAskedForAChange()
    auth.openMail()
    adminApi.fail()
    expect(await app.checkEmailChanged(next)).toMatchObject({ kind: 'changed', profile: null })
  })

  it('returns signed-out when nobody is signed in', async () => {
    expect(await inMemory().app.checkEmailChanged(next)).toEqual({ kind: 'signed-out' })
  })
})
