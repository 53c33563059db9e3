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

/**
 * The state as `persistGlobalStore` keeps it, read without a store and its library; null when there
 * is none of this version. `chance` (0 to 1) draws the variant where none is stored.
 */
export const readStoredState = (text: string | null, now: Date, chance: number) => {
  // The name under which mobx-persist-store keeps the version.
  const { __mps__: about, signUpData, userData, abTesting } = parse(text)
  if (!isRecord(about) || about['version'] !== PERSISTED_STATE_VERSION) return null
  return {
    signUpData: restoreSignUpData(signUpData, now),
    userData: restoreUserData(userData),
    abTesting: restoreAbTesting(abTesting, chance),
  }
}

export type StoredState = NonNullable<ReturnType<typeof readStoredState>>
