import type { SignUpChanges, SignUpData, UnsavedResults } from './persisted-state.ts'
import type { Profile } from './profile.ts'

/**
 * The changes once the results of `saved`, an earlier state, are in the account. What was concluded
 * since then replaces what is `stored` now.
 */
export const withSaved = (
  current: SignUpData,
  saved: SignUpData,
  stored: Profile['diagnoses'],
): SignUpChanges => {
  const remaining = (field: keyof UnsavedResults): UnsavedResults =>
    field in current.unsavedResults && current[field].diagnosis !== saved[field].diagnosis
      ? { [field]: stored[field]?.id ?? null }
      : {}
  return { unsavedResults: { ...remaining('survey'), ...remaining('moneyBelief') } }
}
