import { observer } from 'mobx-react-lite'
import type { SurveyResult } from '#core/model/survey.ts'
import { useStores } from '../../stores/app-loader.tsx'
import { Panel } from '../../components/panel.tsx'
import { pillarNames } from '../../components/pillar-chart.tsx'
import { lowestPillar } from './lowest-pillar.ts'

const useSurveyResult = (): SurveyResult | null => {
  const { global } = useStores()
  const stored = global.profile?.diagnoses.survey?.result
  return global.signUpData.survey.diagnosis ?? (stored?.kind === 'survey' ? stored : null)
}

/** Where to begin when no belief asks for it: with what the check-up found. */
export const CheckUpLeads = observer(() => {
  const result = useSurveyResult()
  const lowest = result && lowestPillar(result)
  const step = result?.nextSteps[0]
  return (
    lowest &&
    step && (
      <Panel title="Your check-up leads instead">
        <p>{`${pillarNames[lowest.id]} scored lowest, ${lowest.score} of 100.`}</p>
        <p>
          <b>{`${step.title}.`}</b> <span>{step.text}</span>
        </p>
      </Panel>
    )
  )
})
