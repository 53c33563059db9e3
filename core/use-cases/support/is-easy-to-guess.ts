import { tolerateOutage } from '#core/model/failures.ts'
import { isOwnWord } from '#core/model/password-rules.ts'
import type { PasswordsPort } from '#core/ports/passwords.ts'

/**
 * Whether the password is common or the product's own name. An unavailable list blocks nobody.
 */
export const isEasyToGuess = async (passwords: PasswordsPort, password: string): Promise<boolean> =>
  isOwnWord(password) || ((await tolerateOutage(() => passwords.isCommon(password))) ?? false)
