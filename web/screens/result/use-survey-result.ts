import type { SurveyResult } from '#core/model/survey.ts'
import { useStores } from '../../stores/app-loader.tsx'

/** The check-up's result, made on this device or stored with the user. Needs `observer`. */
export const useSurveyResult = (): SurveyResult | null => {
  const { global } = useStores()
  const stored = global.profile?.diagnoses.survey?.result
  return global.signUpData.survey.diagnosis ?? (stored?.kind === 'survey' ? stored : null)
}
