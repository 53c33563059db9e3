import { expect, it, vi } from 'vitest'
import { inMemory, origin } from '#tests/support/memory-ports.ts'

const typed = 'Secret77e\u0301'
const sent = 'Secret77é'
const email = 'ada@example.com'

it('writes a password in one way, however the keyboard composes it, wherever it is sent', async () => {
  const { app, auth } = inMemory()
  const calls = (['createAccount', 'signIn', 'changePassword', 'reauthenticate', 'resetPassword'] as const).map((name) => vi.spyOn(auth, name as 'signIn'))
  await app.signUp({ email, password: typed, journey: 'sign-up', origin })
  await app.signIn({ email, password: typed })
  await app.changePassword(typed)
  await app.reauthenticate(typed)
  await auth.sendPasswordReset(email)
  await app.resetPassword({ code: auth.mails.at(-1)?.code ?? '', password: typed, email })
  const passwords = calls.map(({ mock }) => JSON.stringify(mock.calls))
  for (const given of passwords) {
    expect(given).toContain(sent)
    expect(given).not.toContain(typed)
  }
})
