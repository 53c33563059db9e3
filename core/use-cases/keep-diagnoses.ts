import type { BeliefResult } from '#core/model/money-belief.ts'
import type { Profile } from '#core/model/profile.ts'
import type { Answers, SurveyResult } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export type LocalDiagnoses = {
  readonly survey: { readonly answers: Answers; readonly diagnosis: SurveyResult | null }
  readonly moneyBelief: { readonly answers: Answers; readonly diagnosis: BeliefResult | null }
}

/** Stores with the user what was answered before there was an account. Repeating it stores nothing twice. */
export const keepDiagnoses =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async (profile: Profile, { survey, moneyBelief }: LocalDiagnoses): Promise<Profile> => {
    const [keptSurvey, keptBelief] = await Promise.all([
      profile.diagnoses.survey ?? keep(adminApi, survey),
      profile.diagnoses.moneyBelief ?? keep(adminApi, moneyBelief),
    ])
    return { ...profile, diagnoses: { survey: keptSurvey, moneyBelief: keptBelief } }
  }

const keep = async (
  adminApi: Ports['adminApi'],
  { answers, diagnosis }: { answers: Answers; diagnosis: SurveyResult | BeliefResult | null },
) => {
  if (diagnosis === null) return null
  const { kind, version } = diagnosis
  const outcome = await adminApi.saveDiagnosis({ kind, version, answers })
  switch (outcome.kind) {
    case 'saved':
      return outcome.diagnosis
    case 'invalid':
      return null
  }
}
