import { observer } from 'mobx-react-lite'
import { Panel } from '../../components/panel.tsx'
import { leadWords } from '../../content/words/first-weeks-words.ts'
import { useSurveyResult } from './use-survey-result.ts'

/** Where to begin when no belief speaks loudly: the first step from the check-up's result. */
export const CheckUpLeads = observer(() => {
  const result = useSurveyResult()
  const step = result?.nextSteps[0]
  return (
    result &&
    step && (
      <Panel title="Start with your check-up instead">
        <p>{leadWords(result)}</p>
        <p>
          <b>{`${step.title}.`}</b> <span>{step.text}</span>
        </p>
      </Panel>
    )
  )
})
