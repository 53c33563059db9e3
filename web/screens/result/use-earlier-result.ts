import { useEffect, useState } from 'react'
import { SessionExpired, tolerateOutage } from '#core/model/failures.ts'
import type { Diagnosis } from '#core/model/profile.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { useApp, useStore, useStores } from '../../stores/app-loader.tsx'
import { Assessments } from '../../stores/assessment-store.ts'

/**
 * A signed-in user's result before the one shown; null when there is none, while it loads, and
 * during an outage. Needs `observer`.
 */
export const useEarlierResult = (kind: DiagnosisKind): Diagnosis | null => {
  const app = useApp()
  const { global } = useStores()
  const { survey, moneyBelief } = useStore(Assessments)
  const { submission } = kind === 'survey' ? survey : moneyBelief
  const userId = global.currentUser?.id
  const [earlier, setEarlier] = useState<Diagnosis | null>(null)
  useEffect(() => {
    if (userId === undefined || submission === null) return
    let isGone = false
    const ask = async () => {
      const found = await tolerateOutage(() => app.findEarlierResult(submission)).catch(
        (error: unknown) => {
          if (error instanceof SessionExpired) return null
          throw error
        },
      )
      if (!isGone) setEarlier(found)
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [app, userId, submission])
  return earlier
}
