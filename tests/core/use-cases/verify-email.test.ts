import { describe, expect, it } from 'vitest'
import { ada, inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

const unverified = async () => {
  const world = inMemory()
  await signUpAda(world, { verified: false })
  return world
}

describe('checkEmailVerified', () => {
  it('returns not-yet until the mail is opened', async () => {
    const { app } = await unverified()
    expect(await app.checkEmailVerified()).toMatchObject({
      kind: 'not-yet',
      user: { email: ada.email, emailVerified: false },
    })
  })

  it('returns the verified user and profile once the mail is opened', async () => {
    const { app, auth } = await unverified()
    auth.openMail()
    expect(await app.checkEmailVerified()).toMatchObject({
      kind: 'verified',
      user: { emailVerified: true },
      profile: { emailVerified: true },
    })
  })

  it('renews the ID token, which says whether the email is verified', async () => {
    const { app, auth } = await unverified()
    const before = await auth.idToken()
    auth.openMail()
    await app.checkEmailVerified()
    expect(await auth.idToken()).not.toBe(before)
  })

  it('returns no profile while the admin API is down', async () => {
    const { app, auth, adminApi } = await unverified()
    auth.openMail()
    adminApi.fail()
    expect(await app.checkEmailVerified()).toMatchObject({ kind: 'verified', profile: null })
  })

  it('returns signed-out when the account is gone', async () => {
    const { app, auth } = await unverified()
    auth.removeAccount(ada.email)
    expect(await app.checkEmailVerified()).toEqual({ kind: 'signed-out' })
  })
})

describe('resendVerification', () => {
  it('sends the mail again with its link back to the journey', async () => {
    const { app, auth } = await unverified()
    expect(await app.resendVerification({ journey: 'enroll', origin })).toEqual({ kind: 'sent' })
    expect(auth.mails.at(-1)).toMatchObject({
      kind: 'verify-email',
      returnUrl: `${origin}/enroll/email-confirmed`,
    })
    expect(auth.mails).toHaveLength(2)
  })
})
