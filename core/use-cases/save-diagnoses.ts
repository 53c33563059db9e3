import type { BeliefResult } from '#core/model/money-belief.ts'
import type { Diagnosis, Profile } from '#core/model/profile.ts'
import type { Answers, SurveyResult } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export type LocalDiagnoses = {
  readonly survey: { readonly answers: Answers; readonly diagnosis: SurveyResult | null }
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
}

export type SaveDiagnosesOutcome = {
  /** `too-many`: the account has no room for one of them, which stays on the device only. */
  readonly kind: 'saved' | 'too-many'
  /** The profile with the diagnoses that are saved now. */
  readonly profile: Profile
}

/** Saves what was answered before there was an account. Repeating it saves nothing twice. */
export const saveDiagnoses =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (
    profile: Profile,
    { survey, moneyBelief }: LocalDiagnoses,
  ): Promise<SaveDiagnosesOutcome> => {
    const known = profile.diagnoses
    const [savedSurvey, savedBelief] = await Promise.all([
      known.survey ?? save(adminApi, survey),
      known.moneyBelief ?? save(adminApi, moneyBelief),
    ])
    const diagnoses = { survey: storedOf(savedSurvey), moneyBelief: storedOf(savedBelief) }
    const isTooMany = savedSurvey === 'too-many' || savedBelief === 'too-many'
    return { kind: isTooMany ? 'too-many' : 'saved', profile: { ...profile, diagnoses } }
  }

const save = async (
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

const storedOf = (outcome: Diagnosis | 'too-many' | null): Diagnosis | null =>
  outcome === 'too-many' ? null : outcome
