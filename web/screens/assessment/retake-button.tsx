import { useLocation } from '@reach/router'
import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { stepPath } from '#core/model/journeys.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Assessments } from '../../stores/assessments.ts'

/** Restarts a questionnaire. Results stored with the account stay there. */
export const RetakeButton = observer(({ kind }: { kind: DiagnosisKind }) => {
  const { survey, moneyBelief } = useStore(Assessments)
  const { pathname } = useLocation()
  const isSurvey = kind === 'survey'
  const retake = () => {
    const store = isSurvey ? survey : moneyBelief
    store.retake()
    const path = stepPath('assessment', isSurvey ? 'survey' : 'money-belief')
    // On its own page the questionnaire finds its first question by itself.
    if (pathname !== path) void navigate(path, { replace: true })
  }
  return (
    <Button look="quiet" size="small" onClick={retake}>
      {isSurvey ? 'Retake the check-up' : 'Retake the statements'}
    </Button>
  )
})
