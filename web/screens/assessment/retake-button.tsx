import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { stepPath } from '#core/model/journeys.ts'
import type { DiagnosisKind } from '#core/model/survey.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Assessments } from '../../stores/assessment-store.ts'

/** The path of the first question, whatever has been answered. */
export const retakePath = (kind: DiagnosisKind): string =>
  `${stepPath('assessment', kind === 'survey' ? 'survey' : 'money-belief')}?step=1`

export interface RetakeButtonProps {
  kind: DiagnosisKind
  /** Shows the first question when it is on this page; otherwise the button navigates to it. */
  onRetake?: () => void
}

/**
 * Restarts a questionnaire from its last answers. Results stored with the account stay there.
 */
export const RetakeButton = observer(({ kind, onRetake }: RetakeButtonProps) => {
  const { survey, moneyBelief } = useStore(Assessments)
  const isSurvey = kind === 'survey'
  const retake = () => {
    const store = isSurvey ? survey : moneyBelief
    store.retake()
    if (onRetake) onRetake()
    else void navigate(retakePath(kind), { replace: true })
  }
  return (
    <Button look="quiet" size="small" onClick={retake}>
      {isSurvey ? 'Retake the check-up' : 'Retake the statements'}
    </Button>
  )
})
