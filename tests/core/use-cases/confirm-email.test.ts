import { describe, expect, it } from 'vitest'
import type { ApplyMailCodeOutcome } from '#core/ports/auth-mail.ts'
import { confirmEmail } from '#core/use-cases/confirm-email.ts'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const whoGotTheMail = async () => {
  const world = inMemory()
  await signUpAda(world, { verified: false })
  return { ...world, code: world.auth.mails.at(-1)?.code ?? '' }
}

describe('confirmEmail', () => {
  it('confirms the email once, on any device', async () => {
    const { app, auth, code } = await whoGotTheMail()
    await app.signOut()
    expect(await app.confirmEmail(code)).toEqual({ kind: 'confirmed' })
    expect(await app.confirmEmail(code)).toEqual({ kind: 'link-invalid' })
    expect(await auth.signIn({ email: 'ada@example.com', password: 'Secret77' })).toMatchObject({
      user: { emailVerified: true },
    })
  })

  it('returns too-many-requests when the identity provider does', async () => {
    const { app, auth, code } = await whoGotTheMail()
    auth.throttle()
    expect(await app.confirmEmail(code)).toEqual({ kind: 'too-many-requests' })
  })

  it.each<ApplyMailCodeOutcome['kind']>([
    'link-invalid',
    'link-expired',
    'email-taken',
    'user-disabled',
  ])('returns link-invalid when the identity provider returns %s', async (kind) => {
    const auth = { ...inMemory().auth, applyMailCode: async () => ({ kind }) }
    expect(await confirmEmail({ auth })('code')).toEqual({ kind: 'link-invalid' })
  })
})
