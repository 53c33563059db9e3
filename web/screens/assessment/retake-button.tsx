import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { stepPath } from '#core/model/journeys.ts'
import { useStores } from '../../app/session.tsx'
import { Button } from '../../components/button.tsx'

/** Begins the assessment anew. Results stored with the account stay there. */
export const RetakeButton = observer(() => {
  const { global } = useStores()
  return (
    <Button
      look="quiet"
      size="small"
      onClick={() => {
        global.forgetAssessment()
        void navigate(stepPath('assessment', 'survey'))
      }}
    >
      Take it again
    </Button>
  )
})
