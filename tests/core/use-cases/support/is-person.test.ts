import { describe, expect, it } from 'vitest'
import { isPerson } from '#core/use-cases/support/is-person.ts'
import { inMemory } from '#tests/support/memory-ports.ts'

describe('isPerson', () => {
  it('sets up a verifier for each check', async () => {
    const { auth } = inMemory()
    expect(await isPerson(auth)).toBe(true)
    expect(await isPerson(auth)).toBe(true)
  })

  it('returns false when the check considers the visitor a bot', async () => {
    const { auth } = inMemory()
    auth.takeForBot()
    expect(await isPerson(auth)).toBe(false)
  })
})
