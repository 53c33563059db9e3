import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { accountFormPath } from '#core/model/account-address.ts'
import type { AccountForm } from '#core/model/account-address.ts'
import type { Invoice } from '#core/model/invoice.ts'
import { planPath } from '#core/model/journeys.ts'
import type { Product } from '#core/model/plan.ts'
import { isPlanChangeable } from '#core/model/plan-change.ts'
import { isCancellable, planState } from '#core/model/plan-state.ts'
import { isOutdated } from '#core/model/subscription.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { isWithdrawable } from '#core/model/withdrawal.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { SubscriptionStore } from '../../stores/subscription-store.ts'
import { WithdrawalStore } from '../../stores/withdrawal-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { changedWords } from '../../content/words/plan-change-words.ts'
import {
  nothingRefundedWords,
  offerWords,
  onItsWayWords,
} from '../../content/words/withdrawal-words.ts'
import { site } from '../../site.ts'
import { AccountSection, keepPartHeight } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ANOTHER_CARD } from './card-section.tsx'
import { PlanChangeForm, PlanChangeSpace } from './plan-change-form.tsx'
import { PlanPanel, SpaceForAside } from './plan-panel.tsx'
import { planName, planSummary } from './plan-words.ts'
import { TrialDays } from './trial-days.tsx'
import type { AccountFormAddress } from './use-account-form.ts'
import { CANCEL_OR_RESUME, CHANGE_PLAN, MONEY_BACK, useFocusAfter } from './use-focus-after.ts'
import { WithdrawalForm, WithdrawalSpace } from './withdrawal-form.tsx'
import * as account from './your-account.module.css'

/** The form that is about to open, as far as is known; its space is reserved until then. */
const expectedForm = (
  asked: AccountForm | null,
  subscription: Subscription | null,
  now: Date,
): 'plan' | 'withdrawal' | null => {
  if (asked === 'plan' && (subscription === null || isPlanChangeable(subscription))) return asked
  if (asked === 'withdrawal' && (subscription === null || isWithdrawable(subscription, now)))
    return asked
  return null
}

/**
 * The subscription: its state, changing the plan, cancelling or resuming it, withdrawing from it.
 * One heading throughout, so that it keeps the focus after a retry.
 */
export const PlanSection = ({ address }: { address: AccountFormAddress }) => (
  <AccountSection part="plan">
    <AwaitedPlan address={address} />
  </AccountSection>
)

const AwaitedPlan = observer(({ address }: { address: AccountFormAddress }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const yourAccount = useStore(YourAccountStore)
  const subscription = global.profile?.subscription ?? null

  if (global.profile === null || yourAccount.records === null) {
    const now = serverClock.now()
    const expected = yourAccount.isLoadFailed
      ? null
      : expectedForm(address.asked, subscription, now)
    const plan = (
      <Awaited
        part="plan"
        isFailed={yourAccount.isLoadFailed}
        retry={() => void yourAccount.load()}
      />
    )
    return (
      <>
        {subscription && isWithdrawable(subscription, now) ? (
          <SpaceForAside>{plan}</SpaceForAside>
        ) : (
          plan
        )}
        {subscription && (
          <TrialDays hidden subscription={subscription} interval="month" now={now} />
        )}
        {expected === 'plan' && <PlanChangeSpace />}
        {expected === 'withdrawal' && <WithdrawalSpace />}
      </>
    )
  }
  const { products, invoices } = yourAccount.records
  return (
    <Plan address={address} subscription={subscription} products={products} invoices={invoices} />
  )
})

interface PlanProps {
  address: AccountFormAddress
  subscription: Subscription | null
  products: readonly Product[]
  /** The invoices of the subscription. */
  invoices: readonly Invoice[]
}

const Plan = observer(({ address, subscription, products, invoices }: PlanProps) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const store = useStore(SubscriptionStore)
  const yourAccount = useStore(YourAccountStore)
  const planChange = useStore(PlanChangeStore)
  const withdrawal = useStore(WithdrawalStore)
  const [isAsking, setIsAsking] = useState(false)
  const [isCatchingUp, setIsCatchingUp] = useState(false)
  const now = serverClock.now()
  const plan = planState(subscription, products, invoices, now)
  const { interval, next, moneyBack } = plan
  const present = { name: planName(products, subscription?.productId ?? ''), interval }
  const isWithdrawing = address.asked === 'withdrawal' && moneyBack !== null
  const { success, refusal } = withdrawal
  const refunded = success?.refunded ?? plan.refunded
  const summary = planSummary(subscription, products, now, refunded, plan.isClosed)
  // After the change, `next` is another plan, and the address changes a moment later.
  const isOpen = address.asked === 'plan' && next !== null && planChange.success === null
  const [isOpenFromStart] = useState(isOpen)
  const sentence = success
    ? onItsWayWords(success.refunded)
    : refusal
      ? `${nothingRefundedWords(refusal, subscription)} ${summary.sentence}`
      : summary.sentence

  const { close } = address
  const conclude = useCallback(() => {
    keepPartHeight('plan')
    close()
  }, [close])
  const isAsked = address.asked !== null
  const forgetResults = useCallback(() => {
    planChange.forgetSuccess()
    withdrawal.forgetResult()
  }, [planChange, withdrawal])

  useEffect(() => forgetResults, [forgetResults])
  useEffect(() => {
    if (isAsked) forgetResults()
  }, [isAsked, forgetResults])
  useFocusAfter(isOpen, CHANGE_PLAN)
  useFocusAfter(isWithdrawing, MONEY_BACK)
  const isChanging = isCatchingUp || (store.isBusy && store.busyWith !== 'keep')
  useFocusAfter(isAsking || isChanging, CANCEL_OR_RESUME)
  useFocusAfter(store.busyWith === 'keep', CHANGE_PLAN)

  const keep = () => {
    forgetResults()
    void store.keep()
  }
  const cancelOrResume = async () => {
    forgetResults()
    if (summary.action === 'resume') return store.resume()
    // On a page that has been open for a while, the period may have been charged by now.
    if (plan.isUncharged || (subscription && isOutdated(subscription, serverClock.now()))) {
      setIsCatchingUp(true)
      await yourAccount.catchUp()
      setIsCatchingUp(false)
    }
    const known = global.profile?.subscription
    if (known && isCancellable(known)) setIsAsking(true)
  }
  const askForMoney = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    address.open('withdrawal')
  }
  return (
    <>
      <PlanPanel
        {...summary}
        sentence={sentence}
        hidesActions={isOpen || isWithdrawing}
        aside={
          moneyBack && (
            <>
              <span>{offerWords(moneyBack.until, moneyBack.amount)}</span>{' '}
              <a id={MONEY_BACK} href={accountFormPath('withdrawal')} onClick={askForMoney}>
                Get my money back
              </a>
            </>
          )
        }
      >
        {summary.isCardNeeded && address.asked !== 'card' && (
          <Button size="small" id={ANOTHER_CARD} onClick={() => address.open('card')}>
            Use another card
          </Button>
        )}
        {(plan.needsSupport || refusal === 'nothing-left') && (
          <LinkButton size="small" to={site.helpCentreUrl}>
            Contact us
          </LinkButton>
        )}
        {summary.isChanging ? (
          <Button
            look="quiet"
            size="small"
            id={CHANGE_PLAN}
            busy={store.busyWith === 'keep'}
            busyLabel="One moment"
            onClick={keep}
          >
            {`Stay on ${present.name}`}
          </Button>
        ) : (
          next &&
          // A change made at once charges the new period.
          (!plan.isUncharged || planChange.success !== null) && (
            <Button size="small" id={CHANGE_PLAN} onClick={() => address.open('plan')}>
              Change plan
            </Button>
          )
        )}
        {summary.action === 'choose' ? (
          <LinkButton size="small" to={planPath(global.journeyState)}>
            Choose a plan
          </LinkButton>
        ) : (
          <Button
            key={summary.action}
            id={CANCEL_OR_RESUME}
            size="small"
            look={summary.action === 'resume' && !summary.isCardNeeded ? 'filled' : 'quiet'}
            busy={isChanging && !isAsking}
            busyLabel="One moment"
            onClick={() => void cancelOrResume()}
          >
            {summary.action === 'resume' ? 'Resume the plan' : 'Cancel the plan'}
          </Button>
        )}
      </PlanPanel>
      {subscription && <TrialDays subscription={subscription} interval={interval} now={now} />}
      <output className={account.success}>
        {planChange.success && subscription && !isOpen && (
          <span>
            {changedWords(planChange.success, {
              subscription,
              present,
              next: { name: planName(products, planChange.success.productId) },
            })}
          </span>
        )}
      </output>
      {isOpen && subscription && (
        <PlanChangeForm
          subscription={subscription}
          present={present}
          next={next}
          hasReservedSpace={isOpenFromStart}
          onConclude={conclude}
          onClose={address.close}
        />
      )}
      {isWithdrawing && subscription && (
        <WithdrawalForm
          subscription={subscription}
          planName={present.name}
          invoices={invoices}
          {...moneyBack}
          onConclude={conclude}
          onClose={address.close}
        />
      )}
      {subscription && (
        <CancelDialog
          open={isAsking}
          subscription={subscription}
          isClosed={plan.isClosed}
          isUncharged={plan.isUncharged}
          isOutdated={plan.isOutdated}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
})
