import { describe, expect, it } from 'vitest'
import { recoverAccount } from '#core/use-cases/recover-account.ts'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const resetsSent = ({ auth }: ReturnType<typeof inMemory>) =>
  auth.mails.filter(({ kind }) => kind === 'reset-password')

describe('recoverAccount', () => {
  it('sends a reset mail without revealing whether there is an account', async () => {
    const world = inMemory()
    await signUpAda(world)
    expect(await world.app.recoverAccount(ada.email)).toEqual({ kind: 'sent' })
    expect(await world.app.recoverAccount('nobody@example.com')).toEqual({ kind: 'sent' })
    expect(resetsSent(world)).toMatchObject([{ to: ada.email }])
  })

  it('sends the address without the spaces around it', async () => {
    const { auth } = inMemory()
    const asked: string[] = []
    const listening = {
      ...auth,
      sendPasswordReset: async (email: string) => (asked.push(email), { kind: 'sent' as const }),
    }
    await recoverAccount({ auth: listening })(` ${ada.email} `)
    expect(asked).toEqual([ada.email])
  })

  it('returns check-failed and sends nothing to a bot', async () => {
    const world = inMemory()
    await signUpAda(world)
    world.auth.takeForBot()
    expect(await world.app.recoverAccount(ada.email)).toEqual({ kind: 'check-failed' })
    expect(resetsSent(world)).toEqual([])
  })
})
