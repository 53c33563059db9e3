import { describe, expect, it } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const whoForgotThePassword = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.recoverAccount(ada.email)
  return { ...world, code: world.auth.mails.at(-1)?.code ?? '' }
}

describe('openMailLink', () => {
  it('returns whose link it is and leaves it unused', async () => {
    const { app, code } = await whoForgotThePassword()
    const link = { kind: 'reset-password', code } as const
    expect(await app.openMailLink(link)).toEqual({ kind: 'ready', email: ada.email })
    expect(await app.openMailLink(link)).toEqual({ kind: 'ready', email: ada.email })
  })

  it('returns wrong-mail when the code is for something else than the link says', async () => {
    const { app, code } = await whoForgotThePassword()
    expect(await app.openMailLink({ kind: 'verify-email', code })).toEqual({ kind: 'wrong-mail' })
  })

  it('returns why a code cannot be used', async () => {
    const { app, auth, code } = await whoForgotThePassword()
    expect(await app.openMailLink({ kind: 'reset-password', code: 'unknown' })).toEqual({ kind: 'link-invalid' })
    auth.throttle()
    expect(await app.openMailLink({ kind: 'reset-password', code })).toEqual({ kind: 'too-many-requests' })
  })
})
