import { describe, expect, it } from 'vitest'
import { initApp, PROFILE_WAIT } from '#core/use-cases/init-app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

describe('starting the app', () => {
  it('is ready at once for an anonymous visitor', async () => {
    expect(await inMemory().app.initApp()).toEqual({ kind: 'anonymous' })
  })

  it('brings a signed-in user and their profile', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.initApp()).toMatchObject({
      kind: 'signed-in',
      user: { email: ada.email, emailVerified: true },
      profile: { email: ada.email, emailVerified: true },
    })
  })

  it('goes on without the profile when the admin API is down', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.adminApi.fail()
    expect(await world.app.initApp()).toMatchObject({ kind: 'profile-unavailable', user: { email: ada.email } })
  })

  it('waits no longer than its bound for the profile', async () => {
    const world = inMemory()
    await signUpAda(world)
    const slow = { ...world.adminApi, profile: () => new Promise<never>(() => undefined) }
    const started = initApp({ ...world, adminApi: slow })()
    await world.clock.advance(PROFILE_WAIT)
    expect(await started).toMatchObject({ kind: 'profile-unavailable' })
  })

  it('says so when the session was refused', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.adminApi.endSession()
    expect(await world.app.initApp()).toEqual({ kind: 'session-expired' })
  })

  it('says so when the identity provider is down', async () => {
    const world = inMemory()
    await signUpAda(world)
    const auth = world.auth.openTab()
    auth.fail()
    expect(await initApp({ ...world, auth })()).toEqual({ kind: 'identity-unavailable' })
  })

  it('lets a bug through', async () => {
    const world = inMemory()
    await signUpAda(world)
    const broken = { ...world.adminApi, profile: () => Promise.reject(new TypeError('bug')) }
    await expect(initApp({ ...world, adminApi: broken })()).rejects.toThrow(TypeError)
  })
})

describe('signing up', () => {
  it('makes the account, sends the mail with its way back and makes the profile', async () => {
    const world = inMemory()
    const outcome = await signUpAda(world, { verified: false })
    expect(outcome).toMatchObject({ kind: 'signed-up', isMailSent: true, profile: { email: ada.email } })
    expect(world.auth.mails).toMatchObject([{ to: ada.email, returnUrl: `${origin}/sign-up/email-confirmed` }])
    expect(world.eventNames()).toEqual(['user_account_created', 'account_created'])
  })

  it('returns email-taken when the address already has an account, and counts no new one', async () => {
    const world = inMemory()
    await signUpAda(world)
    const before = world.eventNames().length
    const again = await world.app.signUp({ email: ' ADA@example.com ', password: 'Other123', journey: 'sign-up', origin })
    expect(again).toEqual({ kind: 'email-taken' })
    expect(world.eventNames()).toHaveLength(before)
  })

  it('signs up all the same when the admin API is down', async () => {
    const world = inMemory()
    world.adminApi.fail()
    expect(await signUpAda(world, { verified: false })).toMatchObject({ kind: 'signed-up', profile: null, isMailSent: true })
    expect(world.eventNames()).toEqual(['user_account_created'])
  })

  it('throws PortUnavailable when the identity provider is down, and a second try works', async () => {
    const world = inMemory()
    world.auth.fail()
    await expect(signUpAda(world)).rejects.toThrow(PortUnavailable)
    world.auth.restore()
    expect((await signUpAda(world)).kind).toBe('signed-up')
  })
})

describe('verifying the email', () => {
  it('is not yet done before the mail is opened', async () => {
    const world = inMemory()
    await signUpAda(world, { verified: false })
    expect(await world.app.checkEmailVerified()).toMatchObject({ kind: 'not-yet' })
  })

  it('is noticed after it was opened, and the profile knows it', async () => {
    const world = inMemory()
    await signUpAda(world, { verified: false })
    world.auth.openMail()
    expect(await world.app.checkEmailVerified()).toMatchObject({
      kind: 'verified',
      user: { emailVerified: true },
      profile: { emailVerified: true },
    })
  })

  it('notices that the account is gone', async () => {
    const world = inMemory()
    await signUpAda(world, { verified: false })
    world.auth.removeAccount(ada.email)
    expect(await world.app.checkEmailVerified()).toEqual({ kind: 'signed-out' })
  })

  it('sends the mail again', async () => {
    const world = inMemory()
    await signUpAda(world, { verified: false })
    expect(await world.app.resendVerification({ journey: 'sign-up', origin })).toEqual({ kind: 'sent' })
    expect(world.auth.mails).toHaveLength(2)
  })
})

describe('changing the email', () => {
  it('needs a current user', async () => {
    const change = inMemory().app.changeEmail({ email: 'new@example.com', journey: 'sign-up', origin })
    await expect(change).rejects.toThrow('User not found')
  })

  it('asks for the password when the sign-in is too long ago, and goes on after', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.auth.ageSignIn()
    const change = () => world.app.changeEmail({ email: 'new@example.com', journey: 'sign-up', origin })
    expect(await change()).toEqual({ kind: 'recent-login-required' })
    expect(await world.app.reauthenticate('Wrong123')).toEqual({ kind: 'wrong-password' })
    expect(await world.app.reauthenticate(ada.password)).toEqual({ kind: 'reauthenticated' })
    expect(await change()).toEqual({ kind: 'sent' })
  })
})

describe('coming back', () => {
  it('signs in with the profile', async () => {
    const world = inMemory()
    await signUpAda(world)
    await world.app.signOut()
    expect(await world.app.initApp()).toEqual({ kind: 'anonymous' })
    expect(await world.app.signIn({ ...ada, email: ' ada@example.com ' })).toMatchObject({
      kind: 'signed-in',
      profile: { email: ada.email },
    })
  })

  it('tells a wrong password', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.signIn({ ...ada, password: 'Wrong123' })).toEqual({ kind: 'wrong-password' })
  })

  it('sends a reset, and does not tell whether there is an account', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.recoverAccount(' ada@example.com ')).toEqual({ kind: 'sent' })
    expect(await world.app.recoverAccount('nobody@example.com')).toEqual({ kind: 'sent' })
    expect(world.auth.mails.filter(({ kind }) => kind === 'reset-password')).toHaveLength(1)
  })

  it('reauthenticates only a current user', async () => {
    await expect(inMemory().app.reauthenticate('Secret77')).rejects.toThrow('User not found')
  })
})
