import type { Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Assessments } from '../../stores/assessments.ts'

/** What was asked and what was answered. */
export type Asked = { readonly questionnaire: Questionnaire; readonly answers: Answers }

/**
 * The questions and answers behind the result shown: the local one, else the one stored with the
 * user. Null when the questions of that version are not loaded. For observers.
 */
export const useAsked = (kind: DiagnosisKind): Asked | null => {
  const { global } = useStores()
  const { survey, moneyBelief } = useStore(Assessments)
  const own = kind === 'survey' ? survey : moneyBelief
  const stored =
    kind === 'survey' ? global.profile?.diagnoses.survey : global.profile?.diagnoses.moneyBelief
  const shown = own.result ? { version: own.result.version, answers: own.answers } : stored
  const { questionnaire } = own
  return shown && questionnaire?.version === shown.version
    ? { questionnaire, answers: shown.answers }
    : null
}
