import type { PasswordsPort } from '#core/ports/passwords.ts'

/** Knows a handful of common passwords. */
export const createMemoryPasswords = (
  common: readonly string[] = ['password1', 'qwerty123', 'iloveyou1'],
): PasswordsPort => ({
  isCommon: async (password) =>
    common.includes(password.toLowerCase().replace(/[^\p{L}\d]{1,64}$/u, '')),
})
