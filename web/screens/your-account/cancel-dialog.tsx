import { observer } from 'mobx-react-lite'
import { formatMoney } from '#core/model/money.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { useStore } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SubscriptionStore } from '../../stores/subscription-store.ts'
import { formatDate } from '../../content/words/money-words.ts'
import { keepPartHeight } from './account-section.tsx'
import * as styles from './cancel-dialog.module.css'
import * as account from './your-account.module.css'

export interface CancelDialogProps {
  open: boolean
  subscription: Subscription
  /** Whether a refund has already ended access to the app. */
  isClosed: boolean
  /**
   * Whether a new period has begun that has not been charged yet, so cancelling ends the plan now.
   */
  isUncharged: boolean
  /** Whether the period has ended but the current state could not be loaded. */
  isOutdated: boolean
  onClose: () => void
}

/**
 * Asks once before a plan is cancelled, and says what will follow. It asks for no reason and makes
 * no other offer.
 */
export const CancelDialog = observer(
  ({
    open,
    subscription: { status, currentPeriodEnd, openInvoice },
    isClosed,
    isUncharged,
    isOutdated,
    onClose,
  }: CancelDialogProps) => {
    const subscription = useStore(SubscriptionStore)
    const { isBusy } = subscription
    // Closes even after an error, because its notice cannot be reached under the dialog.
    const cancel = async () => {
      keepPartHeight('plan')
      await subscription.cancel(isUncharged)
      onClose()
    }
    const keep = () => {
      subscription.startOver()
      onClose()
    }
    const end = formatDate(new Date(currentPeriodEnd))
    return (
      <Dialog open={open} onClose={keep} locked={isBusy} title="Cancel your plan?">
        {openInvoice ? (
          <p>
            {`It won’t renew after ${end}. The unpaid ${formatMoney(openInvoice.amount)} is still due; after that, nothing more will be charged.`}
          </p>
        ) : isOutdated ? (
          <p>
            We can’t check right now whether you’ve been charged for a new billing period. If you
            cancel, your plan won’t renew again.
          </p>
        ) : isUncharged ? (
          <p>
            Your new billing period has just begun, and you haven’t been charged for it yet. If you
            cancel now, your plan ends right away, and nothing more will be charged.
          </p>
        ) : (
          <p>
            <span>{isClosed ? 'It ends on' : 'It stays yours until'}</span> <strong>{end}</strong>
            {status === 'trialing' ? (
              <span>. You have paid nothing, and nothing will be charged.</span>
            ) : (
              <span>, and nothing more will be charged.</span>
            )}
          </p>
        )}
        <p className={account.soft}>
          {isUncharged || isOutdated
            ? 'Your results stay in your account.'
            : 'Your results stay in your account, and until then you can resume.'}
        </p>
        <div className={styles.answers}>
          <Button look="quiet" size="small" onClick={keep} unavailable={isBusy}>
            Keep the plan
          </Button>
          <Button size="small" busy={isBusy} busyLabel="Cancelling" onClick={() => void cancel()}>
            Cancel the plan
          </Button>
        </div>
      </Dialog>
    )
  },
)
