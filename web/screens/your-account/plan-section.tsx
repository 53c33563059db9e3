import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { ServerClock } from '../../stores/server-clock.ts'
import { SubscriptionStore } from '../../stores/subscription-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { site } from '../../site.ts'
import { AccountSection } from './account-section.tsx'
import { Awaited } from './bones.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ANOTHER_CARD } from './card-section.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { planSummary } from './plan-words.ts'

export interface PlanSectionProps {
  /** The form for another card is open. */
  isCardAsked: boolean
  onAnotherCard: () => void
}

/** The subscription: how it stands, and ending or resuming it. */
export const PlanSection = observer(({ isCardAsked, onAnotherCard }: PlanSectionProps) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const store = useStore(SubscriptionStore)
  const yourAccount = useStore(YourAccountStore)
  const { profile } = global
  const { records } = yourAccount
  const [isAsking, setIsAsking] = useState(false)
  const subscription = profile?.subscription ?? null

  if (profile === null || records === null) {
    return (
      <AccountSection part="plan">
        <Awaited
          part="plan"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
      </AccountSection>
    )
  }
  const product = records.products.find(({ id }) => id === subscription?.productId) ?? null
  const summary = planSummary(subscription, product, serverClock.now())
  return (
    <AccountSection part="plan">
      <PlanPanel {...summary}>
        {summary.isCardNeeded && !isCardAsked && (
          <Button size="small" id={ANOTHER_CARD} onClick={onAnotherCard}>
            Use another card
          </Button>
        )}
        {subscription?.status === 'paused' && (
          <LinkButton size="small" to={site.helpCentreUrl}>
            Write to us
          </LinkButton>
        )}
        {summary.action === 'choose' ? (
          <LinkButton size="small" to="/sign-up/choose-subscription-plan">
            Choose a plan
          </LinkButton>
        ) : (
          <Button
            size="small"
            look={summary.action === 'resume' && !summary.isCardNeeded ? 'filled' : 'quiet'}
            busy={store.isBusy && !isAsking}
            busyLabel="One moment"
            onClick={() => (summary.action === 'resume' ? void store.resume() : setIsAsking(true))}
          >
            {summary.action === 'resume' ? 'Resume the plan' : 'Cancel the plan'}
          </Button>
        )}
      </PlanPanel>
      {subscription && (
        <CancelDialog
          open={isAsking}
          subscription={subscription}
          onClose={() => setIsAsking(false)}
        />
      )}
    </AccountSection>
  )
})
