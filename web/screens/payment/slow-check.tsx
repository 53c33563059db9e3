import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'

/** Says that the check of a card is taking long, with a way out. */
export const SlowCheck = ({ onCancel }: { onCancel: () => void }) => (
  <Alert
    kind="notice"
    title="Checking your card is taking longer than usual"
    action={
      <Button look="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
    }
  >
    Your bank may be waiting for your answer. You can also cancel, then try again or use another
    card. Nothing was charged.
  </Alert>
)
