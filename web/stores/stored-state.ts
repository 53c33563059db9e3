import {
  PERSISTED_STATE_VERSION,
  restoreAbTesting,
  restoreSignUpData,
  restoreUserData,
} from '#core/model/persisted-state.ts'
import { isRecord } from '#core/model/shape.ts'

const parse = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}

/** The function that restores each persisted part. `chance` (0 to 1) draws a missing variant. */
export const restorers = (now: Date, chance: number) => ({
  signUpData: (value: unknown) => restoreSignUpData(value, now),
  userData: restoreUserData,
  abTesting: (value: unknown) => restoreAbTesting(value, chance),
})

/**
 * The state that `persistGlobalStore` has stored, read without a store and its library. Null when
 * none of this version is stored. `chance` is as for `restorers`.
 */
export const readStoredState = (text: string | null, now: Date, chance: number) => {
  // The name under which mobx-persist-store keeps the version.
  const { __mps__: about, ...parts } = parse(text)
  if (!isRecord(about) || about['version'] !== PERSISTED_STATE_VERSION) return null
  const restore = restorers(now, chance)
  return {
    signUpData: restore.signUpData(parts['signUpData']),
    userData: restore.userData(parts['userData']),
    abTesting: restore.abTesting(parts['abTesting']),
  }
}

export type StoredState = NonNullable<ReturnType<typeof readStoredState>>
