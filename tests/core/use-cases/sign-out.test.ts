import { describe, expect, it } from 'vitest'
import { inMemory, signUpAda } from '#tests/support/memory-ports.ts'

describe('signOut', () => {
  it('leaves nobody signed in', async () => {
    const world = inMemory()
    await signUpAda(world)
    await world.app.signOut()
    expect(await world.auth.currentUser()).toBeNull()
    expect(await world.app.initApp()).toEqual({ kind: 'anonymous' })
  })
})
