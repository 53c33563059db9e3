import { describe, expect, it } from 'vitest'
import { PortUnavailable, SessionExpired } from '#core/model/failures.ts'
import { ada, createWholeApp } from '#tests/support/memory-ports.ts'
import { aSubscriber } from '#tests/support/orders.ts'

describe('deleteAccount', () => {
  it('ends the subscription, deletes profile and identity, and signs out', async () => {
    const { app, auth, adminApi } = await aSubscriber()
    expect(await app.deleteAccount()).toEqual({ kind: 'deleted' })
    expect(await auth.currentUser()).toBeNull()
    expect(adminApi.subscriptions.map(({ subscription }) => subscription.status)).toEqual([
      'canceled',
    ])
    expect((await auth.openBrowser().signIn(ada)).kind).toBe('wrong-password')
    await expect(adminApi.profile()).rejects.toBeInstanceOf(SessionExpired)
  })

  it('calls back once the account is deleted, before its session ends', async () => {
    const { app, auth } = await aSubscriber()
    const heard: unknown[] = []
    auth.onUserChanged((user) => heard.push(user))
    expect(await app.deleteAccount(() => heard.push('deleted'))).toEqual({ kind: 'deleted' })
    expect(heard.slice(-2)).toEqual(['deleted', null])
  })

  it('returns recent-login-required and changes nothing when the last sign-in is too long ago', async () => {
    const { app, auth, adminApi, subscription } = await aSubscriber()
    auth.ageSignIn()
    expect(await app.deleteAccount()).toEqual({ kind: 'recent-login-required' })
    expect((await adminApi.profile()).subscription).toEqual(subscription)
    await app.reauthenticate(ada.password)
    expect(await app.deleteAccount()).toEqual({ kind: 'deleted' })
  })

  it('keeps the session while the admin API is down', async () => {
    const { app, auth, adminApi } = await aSubscriber()
    adminApi.fail()
    await expect(app.deleteAccount()).rejects.toBeInstanceOf(PortUnavailable)
    expect(await auth.currentUser()).not.toBeNull()
  })

  it('returns deleted on a second try after the first response was lost', async () => {
    const world = await aSubscriber()
    const { adminApi, auth } = world
    const lossy = createWholeApp({
      ...world,
      adminApi: {
        ...adminApi,
        deleteAccount: async () => {
          await adminApi.deleteAccount()
          throw new PortUnavailable('admin-api', new Error('The connection broke.'))
        },
      },
    })
    await expect(lossy.deleteAccount()).rejects.toBeInstanceOf(PortUnavailable)
    expect(await world.app.deleteAccount()).toEqual({ kind: 'deleted' })
    expect(await auth.currentUser()).toBeNull()
  })

  it('returns deleted even if signing out fails', async () => {
    const world = await aSubscriber()
    const auth = { ...world.auth, signOut: () => Promise.reject(new PortUnavailable('auth', null)) }
    expect(await createWholeApp({ ...world, auth }).deleteAccount()).toEqual({ kind: 'deleted' })
  })
})
