import { describe, expect, it } from 'vitest'
import { createCommonPasswords, loadCommonPasswords } from '#adapters/browser/common-passwords.ts'
import { createMemoryPasswords } from '#adapters/memory/memory-passwords.ts'
import { isStrongPassword, PASSWORD_MINIMUM } from '#core/model/password-rules.ts'
import { PortUnavailable } from '#core/model/failures.ts'
import type { PasswordsPort } from '#core/ports/passwords.ts'

const never = () => new Promise<never>(() => {})

const describePasswordsPort = (name: string, create: () => PasswordsPort) =>
  describe(`${name}: the passwords port`, () => {
    it.each([
      'password1',
      'Password1',
      'PASSWORD1',
      'Password1!',
      'Qwerty123',
      'Qwerty123?!',
      'Iloveyou1',
    ])('recognises %s as common', async (password) => {
      expect(await create().isCommon(password)).toBe(true)
    })

    it.each([
      'Secret Lighthouse 77',
      'correct horse battery staple',
      '',
      '!!!!',
      'Zufällig83Wörter',
    ])('does not take %j for a common password', async (password) => {
      expect(await create().isCommon(password)).toBe(false)
    })
  })

describePasswordsPort('memory', createMemoryPasswords)
describePasswordsPort('zxcvbn-ts', () =>
  createCommonPasswords({ load: loadCommonPasswords, sleep: never }),
)

describe('the list of common passwords', () => {
  it('contains thousands of passwords of the required length', async () => {
    expect(
      (await loadCommonPasswords()).filter((password) => password.length >= PASSWORD_MINIMUM)
        .length,
    ).toBeGreaterThan(3000)
  })

  it('is needed, because a common password can meet the password rules', () =>
    expect(isStrongPassword('Password1')).toBe(true))

  it('is loaded once, and again after a failure', async () => {
    let loads = 0
    const passwords = createCommonPasswords({
      sleep: never,
      load: async () => {
        loads += 1
        if (loads === 1) throw new Error('Chunk missing')
        return ['password1']
      },
    })
    await expect(passwords.isCommon('password1')).rejects.toBeInstanceOf(PortUnavailable)
    expect([
      await passwords.isCommon('password1'),
      await passwords.isCommon('other'),
      loads,
    ]).toEqual([true, false, 2])
  })

  it('is not waited for beyond its time limit', async () => {
    const passwords = createCommonPasswords({ load: never, sleep: () => Promise.resolve() })
    await expect(passwords.isCommon('password1')).rejects.toBeInstanceOf(PortUnavailable)
  })
})
