import type { Diagnosis } from '#core/model/profile.ts'
import { areSameAnswers } from '#core/model/survey.ts'
import type { AssessmentSubmission } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

/**
 * The newest saved diagnosis that was calculated from other answers; null when the newest page has
 * none. The given answers need not be saved.
 */
export const findEarlierResult =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async ({ kind, answers }: AssessmentSubmission): Promise<Diagnosis | null> => {
    const { items } = await adminApi.diagnoses()
    const earlier = items.find(
      (each) => each.kind === kind && !areSameAnswers(each.answers, answers),
    )
    return earlier ?? null
  }
