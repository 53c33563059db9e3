import { describe, expect, it } from 'vitest'
import { initApp, PROFILE_WAIT } from '#core/use-cases/init-app.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const signedUp = async () => {
  const world = inMemory()
  await signUpAda(world)
  return world
}

describe('initApp', () => {
  it('returns anonymous for a visitor who never signed in, without asking any server', async () => {
    const { app, auth, adminApi } = inMemory()
    auth.fail()
    adminApi.fail()
    expect(await app.initApp()).toEqual({ kind: 'anonymous' })
  })

  it('returns a signed-in user with their profile', async () => {
    const { app } = await signedUp()
    expect(await app.initApp()).toMatchObject({
      kind: 'signed-in',
      user: { email: ada.email, emailVerified: true },
      profile: { email: ada.email, emailVerified: true },
    })
  })

  it('returns profile-unavailable when the admin API is down', async () => {
    const { app, adminApi } = await signedUp()
    adminApi.fail()
    expect(await app.initApp()).toMatchObject({
      kind: 'profile-unavailable',
      user: { email: ada.email },
    })
  })

  it('waits for the profile for at most PROFILE_WAIT', async () => {
    const world = await signedUp()
    const slow = { ...world.adminApi, profile: () => new Promise<never>(() => undefined) }
    let outcome: object | undefined
    const started = initApp({ ...world, adminApi: slow })().then((answer) => (outcome = answer))
    await world.clock.advance(PROFILE_WAIT - 1)
    expect(outcome).toBeUndefined()
    await world.clock.advance(1)
    expect(await started).toMatchObject({ kind: 'profile-unavailable', user: { email: ada.email } })
  })

  it('returns session-expired when the admin API refuses the token', async () => {
    const { app, adminApi } = await signedUp()
    adminApi.endSession()
    expect(await app.initApp()).toEqual({ kind: 'session-expired' })
  })

  it('returns identity-unavailable when the identity provider is down', async () => {
    const world = await signedUp()
    const auth = world.auth.openTab()
    auth.fail()
    expect(await initApp({ ...world, auth })()).toEqual({ kind: 'identity-unavailable' })
  })

  it.each(['auth', 'adminApi'] as const)(
    'rethrows an unexpected error of the %s port',
    async (port) => {
      const world = await signedUp()
      const bug = () => Promise.reject(new TypeError('bug'))
      const broken = {
        ...world,
        auth: port === 'auth' ? { ...world.auth, currentUser: bug } : world.auth,
        adminApi: port === 'adminApi' ? { ...world.adminApi, profile: bug } : world.adminApi,
      }
      await expect(initApp(broken)()).rejects.toThrow(TypeError)
    },
  )
})
