import { areSameAnswers } from '#core/model/survey.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Assessments } from '../../stores/assessment-store.ts'

/** When the result shown was saved; now, if it is not saved. Needs `observer`. */
export const useResultDate = (kind: DiagnosisKind): Date => {
  const { global } = useStores()
  const { survey, moneyBelief } = useStore(Assessments)
  const { submission } = kind === 'survey' ? survey : moneyBelief
  const stored = global.profile?.diagnoses[kind === 'survey' ? 'survey' : 'moneyBelief']
  return stored && submission && areSameAnswers(stored.answers, submission.answers)
    ? new Date(stored.createdAt)
    : global.now()
}
