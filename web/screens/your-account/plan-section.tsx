import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import type { AccountForm } from '#core/model/account-address.ts'
import type { Invoice } from '#core/model/invoice.ts'
import type { Product } from '#core/model/plan.ts'
import { isPlanChangeable } from '#core/model/plan-change.ts'
import { planState } from '#core/model/plan-state.ts'
import type { Subscription } from '#core/model/subscription.ts'
import { isWithdrawable } from '#core/model/withdrawal.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { WithdrawalStore } from '../../stores/withdrawal-store.ts'
import { YourAccountStore } from '../../stores/your-account-store.ts'
import { changedWords } from '../../content/words/plan-change-words.ts'
import { nothingRefundedWords, onItsWayWords } from '../../content/words/withdrawal-words.ts'
import { AccountSection, keepPartHeight } from './account-section.tsx'
import { Awaited } from './part-skeleton.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { MoneyBack, PlanActions } from './plan-actions.tsx'
import { PlanChangeForm, PlanChangeSpace } from './plan-change-form.tsx'
import { PlanPanel, SpaceForAside } from './plan-panel.tsx'
import { planName, planSummary } from './plan-words.ts'
import { TrialDays } from './trial-days.tsx'
import type { AccountFormAddress } from './use-account-form.ts'
import { CHANGE_PLAN, MONEY_BACK, useFocusAfter } from './use-focus-after.ts'
import { useSubscriptionActions } from './use-subscription-actions.ts'
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
  const serverClock = useStore(ServerClock)
  const planChange = useStore(PlanChangeStore)
  const withdrawal = useStore(WithdrawalStore)
  const now = serverClock.now()
  const plan = planState(subscription, products, invoices, now)
  const { interval, next, moneyBack } = plan
  const present = { name: planName(products, subscription?.productId ?? ''), interval }
  const { success, refusal } = withdrawal
  const refunded = success?.refunded ?? plan.refunded
  const summary = planSummary(subscription, products, now, refunded, plan.isClosed)
  const sentence = success
    ? onItsWayWords(success.refunded)
    : refusal
      ? `${nothingRefundedWords(refusal, subscription)} ${summary.sentence}`
      : summary.sentence
  const isAsked = address.asked !== null
  // After the change, `next` is another plan, and the address changes a moment later.
  const isChangeOpen = address.asked === 'plan' && next !== null && planChange.success === null
  const [isOpenFromStart] = useState(isChangeOpen)
  const isWithdrawalOpen = address.asked === 'withdrawal' && moneyBack !== null

  const { close } = address
  const conclude = useCallback(() => {
    keepPartHeight('plan')
    close()
  }, [close])
  const forgetResults = useCallback(() => {
    planChange.forgetSuccess()
    withdrawal.forgetResult()
  }, [planChange, withdrawal])

  useEffect(() => forgetResults, [forgetResults])
  useEffect(() => {
    if (isAsked) forgetResults()
  }, [isAsked, forgetResults])
  useFocusAfter(isChangeOpen, CHANGE_PLAN)
  useFocusAfter(isWithdrawalOpen, MONEY_BACK)
  const actions = useSubscriptionActions(plan.isUncharged, forgetResults)

  return (
    <>
      <PlanPanel
        {...summary}
        sentence={sentence}
        hidesActions={isChangeOpen || isWithdrawalOpen}
        aside={moneyBack && <MoneyBack address={address} offer={moneyBack} />}
      >
        <PlanActions
          address={address}
          plan={plan}
          summary={summary}
          name={present.name}
          actions={actions}
        />
      </PlanPanel>
      {subscription && <TrialDays subscription={subscription} interval={interval} now={now} />}
      <output className={account.success}>
        {planChange.success && subscription && !isChangeOpen && (
          <span>
            {changedWords(planChange.success, {
              subscription,
              present,
              next: { name: planName(products, planChange.success.productId) },
            })}
          </span>
        )}
      </output>
      {isChangeOpen && subscription && (
        <PlanChangeForm
          subscription={subscription}
          present={present}
          next={next}
          hasReservedSpace={isOpenFromStart}
          onConclude={conclude}
          onClose={address.close}
        />
      )}
      {isWithdrawalOpen && subscription && (
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
          open={actions.isAsking}
          subscription={subscription}
          isClosed={plan.isClosed}
          isUncharged={plan.isUncharged}
          isOutdated={plan.isOutdated}
          onClose={actions.stopAsking}
        />
      )}
    </>
  )
})
