import type { SignUpChanges, SignUpData, UnsavedResults } from './persisted-state.ts'
import type { Profile } from './profile.ts'

/** The account's diagnoses, without those that a result on this device is to replace. */
export const diagnosesToKeep = (
  { survey, moneyBelief }: Profile['diagnoses'],
  unsaved: UnsavedResults,
): Profile['diagnoses'] => ({
  survey: survey?.id === unsaved.survey ? null : survey,
  moneyBelief: moneyBelief?.id === unsaved.moneyBelief ? null : moneyBelief,
})

/**
 * The changes to make once the results of the earlier state `saved` are in the account. A result
 * that was calculated since then stays unsaved and will replace the one just `stored`.
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
