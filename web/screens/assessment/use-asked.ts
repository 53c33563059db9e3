import type { Answers, DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Assessments } from '../../stores/assessment-store.ts'

/** What was asked and what was answered. */
export type Asked = { readonly questionnaire: Questionnaire; readonly answers: Answers }

/**
 * The questions and answers behind the result shown: the local one, else the one stored with the
 * user. Null when the questions of that version are not loaded. Needs `observer`.
 */
export const useAsked = (kind: DiagnosisKind): Asked | null => {
  const { survey, moneyBelief } = useStore(Assessments)
  const { submission, questionnaire } = kind === 'survey' ? survey : moneyBelief
  return submission && questionnaire?.version === submission.version
    ? { questionnaire, answers: submission.answers }
    : null
}
