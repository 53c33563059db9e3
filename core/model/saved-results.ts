import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { DiagnosisKind } from './survey.ts'

/** The changes once the results of `saved`, an earlier state, are in the account. */
export const withSaved = (
  { unsavedResults, survey, moneyBelief }: SignUpData,
  saved: SignUpData,
): SignUpChanges => {
  const isNewer = (kind: DiagnosisKind) =>
    kind === 'survey'
      ? survey.diagnosis !== saved.survey.diagnosis
      : moneyBelief.diagnosis !== saved.moneyBelief.diagnosis
  return {
    unsavedResults: unsavedResults.filter(
      (kind) => !saved.unsavedResults.includes(kind) || isNewer(kind),
    ),
  }
}
