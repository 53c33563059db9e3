import type { AdminApiPort } from '#core/ports/admin-api.ts'
import { differentAnswersTo } from './questions.ts'

/** Saves this many different diagnoses, or as many as the account accepts. */
export const saveMany = async (
  adminApi: Pick<AdminApiPort, 'questionnaire' | 'saveDiagnosis'>,
  count = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const kind = 'money_belief'
  const questionnaire = await adminApi.questionnaire(kind)
  for (let number = 0; number < count; number += 1) {
    const answers = differentAnswersTo(questionnaire, number)
    const outcome = await adminApi.saveDiagnosis({ kind, version: questionnaire.version, answers })
    if (outcome.kind === 'too-many') return
    if (outcome.kind !== 'saved') throw new Error(`Not saved: ${outcome.kind}`)
  }
}
