import { describe, expect, it } from 'vitest'
import { PortUnavailable } from '#core/model/failures.ts'
import { ada, createWholeApp, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

describe('signUp', () => {
  it('creates the account and the profile, and sends the verification mail', async () => {
    const world = inMemory()
    expect(await signUpAda(world, { verified: false })).toMatchObject({
      kind: 'signed-up',
      user: { email: ada.email },
      isMailSent: true,
      profile: { email: ada.email },
    })
    expect(world.auth.mails).toMatchObject([
      { to: ada.email, returnUrl: `${origin}/sign-up/email-confirmed` },
    ])
    expect(world.analytics.events).toEqual([
      { name: 'user_account_created', properties: { method: 'password', journey: 'sign-up' } },
      { name: 'account_created', properties: { journey: 'sign-up' } },
    ])
  })

  it('links the verification mail of the quick sign-up back to that journey', async () => {
    const { app, auth } = inMemory()
    await app.signUp({ ...ada, journey: 'enroll', origin })
    expect(auth.mails).toMatchObject([{ returnUrl: `${origin}/enroll/email-confirmed` }])
  })

  it('returns email-taken when the address already has an account and tracks nothing', async () => {
    const world = inMemory()
    await signUpAda(world)
    const before = world.eventNames()
    const again = await world.app.signUp({
      email: 'ADA@example.com',
      password: 'Other123',
      journey: 'sign-up',
      origin,
    })
    expect(again).toEqual({ kind: 'email-taken' })
    expect(world.eventNames()).toEqual(before)
  })

  it('sends the email without surrounding spaces, and the password composed but otherwise unchanged', async () => {
    const world = inMemory()
    const asked: object[] = []
    const auth = {
      ...world.auth,
      createAccount: async (given: object) => (asked.push(given), { kind: 'email-taken' as const }),
    }
    await createWholeApp({ ...world, auth }).signUp({
      email: ` ${ada.email} `,
      password: ' Secret77e\u0301 ',
      journey: 'sign-up',
      origin,
    })
    expect(asked).toEqual([{ email: ada.email, password: ' Secret77\u00e9 ' }])
  })

  it('refuses a password that is easy to guess and creates no account', async () => {
    const { app, auth } = inMemory()
    expect(await app.signUp({ ...ada, password: 'Password1', journey: 'sign-up', origin })).toEqual(
      { kind: 'common-password' },
    )
    expect(await auth.currentUser()).toBeNull()
  })

  it('returns check-failed and creates no account for a bot', async () => {
    const { app, auth } = inMemory()
    auth.takeForBot()
    expect(await app.signUp({ ...ada, journey: 'sign-up', origin })).toEqual({
      kind: 'check-failed',
    })
    expect(await auth.currentUser()).toBeNull()
  })

  it('signs up without a profile while the admin API is down', async () => {
    const world = inMemory()
    world.adminApi.fail()
    expect(await signUpAda(world, { verified: false })).toMatchObject({
      kind: 'signed-up',
      profile: null,
      isMailSent: true,
    })
    expect(world.eventNames()).toEqual(['user_account_created'])
  })

  it.each([
    ['cannot be sent', () => Promise.reject(new PortUnavailable('auth', null))],
    ['is refused', async () => ({ kind: 'too-many-requests' as const })],
  ])('signs up even when the verification mail %s', async (_, sendEmailVerification) => {
    const world = inMemory()
    const app = createWholeApp({ ...world, auth: { ...world.auth, sendEmailVerification } })
    expect(await app.signUp({ ...ada, journey: 'sign-up', origin })).toMatchObject({
      kind: 'signed-up',
      isMailSent: false,
    })
  })

  it('throws PortUnavailable when the identity provider is down, and a second try works', async () => {
    const world = inMemory()
    world.auth.fail()
    await expect(signUpAda(world)).rejects.toThrow(PortUnavailable)
    world.auth.restore()
    expect((await signUpAda(world)).kind).toBe('signed-up')
  })
})
