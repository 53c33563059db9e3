import type { BeliefResult } from '#core/model/money-belief.ts'
import type { Diagnosis, Profile } from '#core/model/profile.ts'
import type { Answers, SurveyResult } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export type LocalDiagnoses = {
  readonly survey: { readonly answers: Answers; readonly diagnosis: SurveyResult | null }
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
}

export type KeepDiagnosesOutcome = {
  /** `too-many`: the account has no room for one of them, which stays on the device only. */
  readonly kind: 'kept' | 'too-many'
  /** With what is stored now. */
  readonly profile: Profile
}

/** Stores with the user what was answered before there was an account. Repeating it stores nothing twice. */
export const keepDiagnoses =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (
    profile: Profile,
    { survey, moneyBelief }: LocalDiagnoses,
  ): Promise<KeepDiagnosesOutcome> => {
    const known = profile.diagnoses
    const [keptSurvey, keptBelief] = await Promise.all([
      known.survey ?? keep(adminApi, survey),
      known.moneyBelief ?? keep(adminApi, moneyBelief),
    ])
    const diagnoses = { survey: storedOf(keptSurvey), moneyBelief: storedOf(keptBelief) }
    const isTooMany = keptSurvey === 'too-many' || keptBelief === 'too-many'
    return { kind: isTooMany ? 'too-many' : 'kept', profile: { ...profile, diagnoses } }
  }

const keep = async (
  adminApi: Ports['adminApi'],
  { answers, diagnosis }: { answers: Answers; diagnosis: SurveyResult | BeliefResult | null },
): Promise<Diagnosis | 'too-many' | null> => {
  if (diagnosis === null) return null
  const { kind, version } = diagnosis
  const outcome = await adminApi.saveDiagnosis({ kind, version, answers })
  switch (outcome.kind) {
    case 'saved':
      return outcome.diagnosis
    case 'too-many':
      return 'too-many'
    case 'invalid':
      return null
  }
}

const storedOf = (kept: Diagnosis | 'too-many' | null): Diagnosis | null =>
  kept === 'too-many' ? null : kept
