import { describe, expect, it } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

describe('followMailLink', () => {
  it('gives the account its old address back, once', async () => {
    const world = inMemory()
    const { app, auth } = world
    await signUpAda(world)
    auth.moveEmail(ada.email, 'thief@example.com')
    const code = auth.mails.at(-1)?.code ?? ''
    expect(await app.followMailLink({ code })).toEqual({ kind: 'applied' })
    expect(await auth.reload()).toMatchObject({ email: ada.email })
    expect(await app.followMailLink({ code })).toEqual({ kind: 'link-invalid' })
  })
})
