export type PasswordRule = {
  readonly id: string
  readonly label: string
  readonly met: (password: string) => boolean
}

export const PASSWORD_MINIMUM = 8

export const passwordRules: readonly PasswordRule[] = [
  { id: 'uppercase', label: '1 uppercase letter', met: (password) => /\p{Lu}/u.test(password) },
  { id: 'lowercase', label: '1 lowercase letter', met: (password) => /\p{Ll}/u.test(password) },
  { id: 'digit', label: '1 digit', met: (password) => /\d/.test(password) },
  {
    id: 'length',
    label: '8 characters',
    met: (password) => [...password].length >= PASSWORD_MINIMUM,
  },
]

const OWN_WORDS: readonly string[] = ['evenkeel']

/** Whether the letters of the password spell the product's name. */
export const isOwnWord = (password: string): boolean =>
  OWN_WORDS.includes(password.toLowerCase().replaceAll(/\P{L}/gu, ''))

/**
 * Composes a password (NFC), because keyboards encode the same letter differently and passwords are
 * compared byte by byte.
 */
export const normalPassword = (typed: string): string => typed.normalize('NFC')

export const isStrongPassword = (password: string): boolean =>
  passwordRules.every(({ met }) => met(normalPassword(password)))
