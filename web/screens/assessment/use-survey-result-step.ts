import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import type { SurveyResultStepProps } from '../result/survey-result-step.tsx'

/**
 * The result screen, loaded near the end of the survey so that the first question does not wait for
 * it.
 */
export const useSurveyResultStep = (isNear: boolean) => {
  const [Step, setStep] = useState<ComponentType<SurveyResultStepProps> | null>(null)
  const [isFailed, setFailed] = useState(false)
  const isWanted = isNear && !isFailed
  useEffect(() => {
    if (!isWanted) return
    const load = async () => {
      try {
        const { SurveyResultStep } = await import('../result/survey-result-step.tsx')
        setStep(() => SurveyResultStep)
      } catch {
        setFailed(true)
      }
    }
    void load()
  }, [isWanted])
  return { Step, isFailed, retry: () => setFailed(false) }
}
