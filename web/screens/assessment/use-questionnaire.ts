import { useEffect, useState } from 'react'
import { tolerateOutage } from '#core/model/failures.ts'
import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import { useApp } from '../../stores/app-loader.tsx'

/**
 * The current questions, fetched once they are wanted; null until then and while they are
 * unavailable.
 */
export const useQuestionnaire = (kind: DiagnosisKind, isWanted: boolean): Questionnaire | null => {
  const app = useApp()
  const [questionnaire, setQuestionnaire] = useState<Questionnaire | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    const ask = async () => {
      const found = await tolerateOutage(() => app.loadQuestionnaire(kind))
      if (!isGone) setQuestionnaire(found)
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [app, kind, isWanted])
  return questionnaire
}
