import { PortUnavailable } from '#core/model/failures.ts'
import type { PasswordsPort } from '#core/ports/passwords.ts'

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
  let loading: Promise<ReadonlySet<string>> | null = null
  const list = () => {
    loading ??= load().then(
      (passwords) => new Set(passwords),
      (error: unknown) => {
        loading = null
        throw new PortUnavailable('passwords', error)
      },
    )
    return loading
  }
  const late = async () => {
    await sleep(timeout)
    throw new PortUnavailable(
      'passwords',
      new Error(`The list of common passwords took longer than ${timeout} ms.`),
    )
  }
  return {
    isCommon: async (password) => {
      const common = await Promise.race([list(), late()])
      const lower = password.toLowerCase()
      return common.has(lower) || common.has(lower.replace(/[^\p{L}\d]{1,64}$/u, ''))
    },
  }
}
