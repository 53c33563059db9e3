import { describe, expect, it } from 'vitest'
import { createMemoryPasswords } from '#adapters/memory/memory-passwords.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import { isEasyToGuess } from '#core/use-cases/support/is-easy-to-guess.ts'

const passwords = createMemoryPasswords()
const failing = (reason: Error) => ({
  isCommon: async () => {
    throw reason
  },
})

describe('isEasyToGuess', () => {
  it.each(['Password1', 'QWERTY123', 'Evenkeel1', 'EVENKEEL 2026!'])(
    'returns true for %s',
    async (password) => {
      expect(await isEasyToGuess(passwords, password)).toBe(true)
    },
  )

  it.each(['Secret77', 'Evenkeeling1'])('returns false for %s', async (password) => {
    expect(await isEasyToGuess(passwords, password)).toBe(false)
  })

  it('recognises only the product name while the password list is unavailable', async () => {
    const unavailable = failing(new PortUnavailable('passwords', null))
    expect(await isEasyToGuess(unavailable, 'Password1')).toBe(false)
    expect(await isEasyToGuess(unavailable, 'Evenkeel1')).toBe(true)
  })

  it('rethrows any error that is not an outage', async () => {
    await expect(isEasyToGuess(failing(new TypeError('bug')), 'Password1')).rejects.toThrow(
      TypeError,
    )
  })
})
