import { describe, expect, it } from 'vitest'
import { createApp } from '#core/app.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { inMemory, origin, signUpAda } from '#tests/support/memory-ports.ts'

const easy = ['Password1', 'QWERTY123', 'Evenkeel1', 'EVENKEEL 2026!']

describe('a password that is easy to guess', () => {
  it.each(easy)('makes no account: %s', async (password) => {
    const { app, auth } = inMemory()
    expect(await app.signUp({ email: 'ada@example.com', password, journey: 'sign-up', origin })).toEqual({ kind: 'common-password' })
    expect(await auth.currentUser()).toBeNull()
  })

  it.each(easy)('does not replace another: %s', async (password) => {
    const memory = inMemory()
    await signUpAda(memory)
    expect(await memory.app.changePassword(password)).toEqual({ kind: 'common-password' })
  })

  it.each(easy)('is not set by a mail either, whose link stays good: %s', async (password) => {
    const { app } = inMemory()
    expect(await app.resetPassword({ code: 'any', password, email: 'ada@example.com' })).toEqual({ kind: 'common-password' })
  })

  it('is taken when the list cannot be had: nobody is kept from an account', async () => {
    const memory = inMemory()
    const app = createApp({ ...memory, passwords: { isCommon: () => Promise.reject(new PortUnavailable('passwords', null)) } })
    expect(await app.signUp({ email: 'ada@example.com', password: 'Password1', journey: 'sign-up', origin })).toMatchObject({ kind: 'signed-up' })
  })
})
