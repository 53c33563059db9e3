import { tolerateOutage } from '#core/model/failures.ts'
import { isOwnWord } from '#core/model/password-rules.ts'
import type { PasswordsPort } from '#core/ports/passwords.ts'

/** Whether anybody would try the password first. Without the list nobody is kept from an account: only the product's own name is known then. */
export const isEasyToGuess = async (passwords: PasswordsPort, password: string): Promise<boolean> =>
  isOwnWord(password) || ((await tolerateOutage(() => passwords.isCommon(password))) ?? false)
