import { describe, expect, it } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

describe('watchUser', () => {
  it('calls back with the user on sign-in and with null on sign-out, until it is stopped', async () => {
    const world = inMemory()
    const seen: (string | null)[] = []
    const stop = world.app.watchUser((user) => seen.push(user?.email ?? null))
    await signUpAda(world)
    await world.app.signOut()
    stop()
    await world.app.signIn(ada)
    expect(seen).toEqual([ada.email, null])
  })
})
