import { reasonOf } from '../../admin-api/reason.ts'

/** `unknown`: it could not be checked and has to be looked at by hand. */
export type Finding = {
  readonly state: 'ok' | 'wrong' | 'unknown'
  readonly what: string
  readonly advice?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

export const timeoutMs = 10_000

export type Check = () => Promise<Omit<Finding, 'what'>>

/** Runs a check. If it throws, its service does not answer, which counts as `whenSilent`. */
export const probe = async (
  what: string,
  check: Check,
  whenSilent: Finding['state'] = 'wrong',
): Promise<Finding> => {
  try {
    return { what, ...(await check()) }
  } catch (error) {
    return { what, state: whenSilent, advice: reasonOf(error) }
  }
}
