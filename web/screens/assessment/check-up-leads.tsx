import { observer } from 'mobx-react-lite'
import { pillarsByNeed } from '#core/model/first-weeks.ts'
import { Panel } from '../../components/panel.tsx'
import { pillarNames } from '../../components/pillar-chart.tsx'
import { useSurveyResult } from './use-survey-result.ts'

/** Where to begin when no belief asks for it: with what the check-up found. */
export const CheckUpLeads = observer(() => {
  const result = useSurveyResult()
  const [lowest] = result ? pillarsByNeed(result) : []
  const step = result?.nextSteps[0]
  return (
    lowest &&
    step && (
      <Panel title="Start with your check-up instead">
        <p>{`${pillarNames[lowest.id]} scored lowest, ${lowest.score} of 100.`}</p>
        <p>
          <b>{`${step.title}.`}</b> <span>{step.text}</span>
        </p>
      </Panel>
    )
  )
})
