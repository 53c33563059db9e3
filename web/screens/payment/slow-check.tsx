import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { useStatus } from '../../components/use-status.ts'

export const SLOW_CHECK = 'Checking your card is taking longer than usual'

/** Says that the check of a card is taking long, with a way out. */
export const SlowCheck = ({ onCancel }: { onCancel: () => void }) => {
  useStatus(SLOW_CHECK)
  return (
    <Alert
      kind="notice"
      title={SLOW_CHECK}
      action={
        <Button look="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      Your bank may be waiting for your answer. Nothing was charged.
    </Alert>
  )
}
