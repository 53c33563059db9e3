import { PortUnavailable } from '#core/model/failures.ts'
import type { PasswordsPort } from '#core/ports/passwords.ts'
import { loadOnce } from './load-once.ts'

export type CommonPasswordsOptions = {
  /** The list, in lower case: some 200 kB, loaded once when the first password is checked. */
  readonly load: () => Promise<readonly string[]>
  readonly sleep: (milliseconds: number) => Promise<void>
  /** The time limit for loading the list, in milliseconds. */
  readonly timeout?: number
}

/** The list of zxcvbn-ts, which its maintainers update from leaked passwords. */
export const loadCommonPasswords = async (): Promise<readonly string[]> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'] as readonly string[]
}

export const createCommonPasswords = ({
  load,
  sleep,
  timeout = 3000,
}: CommonPasswordsOptions): PasswordsPort => {
  const list = loadOnce(async () => new Set(await load()))
  const late = async () => {
    await sleep(timeout)
    throw new Error(`The list of common passwords took longer than ${timeout} ms.`)
  }
  return {
    isCommon: async (password) => {
      const common = await Promise.race([list(), late()]).catch((cause: unknown) => {
        throw new PortUnavailable('passwords', cause)
      })
      const lower = password.toLowerCase()
      return common.has(lower) || common.has(lower.replace(/[^\p{L}\d]{1,64}$/u, ''))
    },
  }
}
