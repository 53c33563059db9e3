import type { BeliefResult } from '#core/model/money-belief.ts'
import type { Diagnosis, Profile } from '#core/model/profile.ts'
import type { Answers, SurveyResult } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export type LocalDiagnoses = {
  readonly survey: { readonly answers: Answers; readonly diagnosis: SurveyResult | null }
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
}

type Refusal = 'too-many' | 'invalid'

export type SaveDiagnosesOutcome = {
  /**
   * `too-many`: the account has no room for a result. `invalid`: the server no longer accepts its
   * version of the questions. The result stays on the device only.
   */
  readonly kind: 'saved' | Refusal
  /** The profile with the diagnoses that are saved now. */
  readonly profile: Profile
}

/** Saves the results of this device that the profile lacks. Repeating it saves nothing twice. */
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
    const refusal = [savedSurvey, savedBelief].find((outcome) => typeof outcome === 'string')
    return { kind: refusal ?? 'saved', profile: { ...profile, diagnoses } }
  }

const save = async (
  adminApi: Ports['adminApi'],
  { answers, diagnosis }: { answers: Answers; diagnosis: SurveyResult | BeliefResult | null },
): Promise<Diagnosis | Refusal | null> => {
  if (diagnosis === null) return null
  const { kind, version } = diagnosis
  const outcome = await adminApi.saveDiagnosis({ kind, version, answers })
  return outcome.kind === 'saved' ? outcome.diagnosis : outcome.kind
}

const storedOf = (outcome: Diagnosis | Refusal | null): Diagnosis | null =>
  typeof outcome === 'string' ? null : outcome
