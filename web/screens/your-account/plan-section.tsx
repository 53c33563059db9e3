import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import type { Product } from '#core/model/plan.ts'
import { isPlanChangeable, nextPlan } from '#core/model/plan-change.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { SubscriptionStore } from '../../stores/subscription-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { changedWords } from '../../content/words/plan-change-words.ts'
import { site } from '../../site.ts'
import { AccountSection, focusPart, keepPartHeight } from './account-section.tsx'
import { Awaited } from './bones.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ANOTHER_CARD } from './card-section.tsx'
import { PlanChangeForm, PlanChangeRoom } from './plan-change-form.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { planName, planSummary } from './plan-words.ts'
import type { AccountFormAddress } from './use-account-form.ts'
import * as account from './your-account.module.css'

/** The id of the button that opens the form for another plan. */
const CHANGE_PLAN = 'change-plan'

/** The subscription: how it stands, changing the plan, and ending or resuming it. */
export const PlanSection = observer(({ address }: { address: AccountFormAddress }) => {
  const { global } = useStores()
  const yourAccount = useStore(YourAccountStore)
  const subscription = global.profile?.subscription ?? null

  if (global.profile === null || yourAccount.records === null) {
    const isRoomNeeded =
      address.asked === 'plan' && (subscription === null || isPlanChangeable(subscription))
    return (
      <AccountSection part="plan">
        <Awaited
          part="plan"
          isFailed={yourAccount.isLoadFailed}
          retry={() => void yourAccount.load()}
        />
        {isRoomNeeded && !yourAccount.isLoadFailed && <PlanChangeRoom />}
      </AccountSection>
    )
  }
  const { products } = yourAccount.records
  return <Plan address={address} subscription={subscription} products={products} />
})

interface PlanProps {
  address: AccountFormAddress
  subscription: Subscription | null
  products: readonly Product[]
}

const Plan = observer(({ address, subscription, products }: PlanProps) => {
  const serverClock = useStore(ServerClock)
  const store = useStore(SubscriptionStore)
  const planChange = useStore(PlanChangeStore)
  const [isAsking, setIsAsking] = useState(false)
  const present = products.find(({ id }) => id === subscription?.productId) ?? null
  const next = nextPlan(subscription, products)
  const isOpen = address.asked === 'plan' && present !== null && next !== null
  const wasOpen = useRef(isOpen)
  const [isOpenFromStart] = useState(isOpen)
  const summary = planSummary(subscription, products, serverClock.now())

  useEffect(() => {
    if (isOpen) planChange.forgetSuccess()
    else if (wasOpen.current) {
      const opener = document.getElementById(CHANGE_PLAN)
      if (opener && planChange.success === null) opener.focus()
      else focusPart('plan')
    }
    wasOpen.current = isOpen
  }, [isOpen, planChange])

  useEffect(() => () => planChange.forgetSuccess(), [planChange])

  const keep = () => {
    planChange.forgetSuccess()
    void store.keep()
  }
  const cancelOrResume = () => {
    planChange.forgetSuccess()
    if (summary.action === 'resume') void store.resume()
    else setIsAsking(true)
  }
  const conclude = () => {
    keepPartHeight('plan')
    address.close()
  }
  return (
    <AccountSection part="plan">
      <PlanPanel {...summary} hidesActions={isOpen}>
        {summary.isCardNeeded && address.asked !== 'card' && (
          <Button size="small" id={ANOTHER_CARD} onClick={() => address.open('card')}>
            Use another card
          </Button>
        )}
        {subscription?.status === 'paused' && (
          <LinkButton size="small" to={site.helpCentreUrl}>
            Write to us
          </LinkButton>
        )}
        {summary.isChanging ? (
          <Button
            size="small"
            id={CHANGE_PLAN}
            busy={store.busyWith === 'keep'}
            busyLabel="One moment"
            onClick={keep}
          >
            {`Keep ${planName(products, subscription?.productId ?? '')}`}
          </Button>
        ) : (
          next && (
            <Button size="small" id={CHANGE_PLAN} onClick={() => address.open('plan')}>
              Change plan
            </Button>
          )
        )}
        {summary.action === 'choose' ? (
          <LinkButton size="small" to="/sign-up/choose-subscription-plan">
            Choose a plan
          </LinkButton>
        ) : (
          <Button
            size="small"
            look={summary.action === 'resume' && !summary.isCardNeeded ? 'filled' : 'quiet'}
            busy={store.isBusy && store.busyWith !== 'keep' && !isAsking}
            busyLabel="One moment"
            onClick={cancelOrResume}
          >
            {summary.action === 'resume' ? 'Resume the plan' : 'Cancel the plan'}
          </Button>
        )}
      </PlanPanel>
      <output className={account.success}>
        {planChange.success && subscription && !isOpen && (
          <span>
            {changedWords(planChange.success, {
              subscription,
              present: { name: planName(products, subscription.productId) },
              next: { name: planName(products, planChange.success.productId) },
            })}
          </span>
        )}
      </output>
      {isOpen && subscription && present && (
        <PlanChangeForm
          subscription={subscription}
          present={present}
          next={next}
          isRoomKept={isOpenFromStart}
          onConclude={conclude}
          onClose={address.close}
        />
      )}
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
