import { observer } from 'mobx-react-lite'
import type { MouseEvent } from 'react'
import { accountFormPath } from '#core/model/account-address.ts'
import { planPath } from '#core/model/journeys.ts'
import type { PlanState } from '#core/model/plan-state.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { PlanChangeStore } from '../../stores/plan-change-store.ts'
import { WithdrawalStore } from '../../stores/withdrawal-store.ts'
import { offerWords } from '../../content/words/withdrawal-words.ts'
import { site } from '../../site.ts'
import { ANOTHER_CARD } from './card-section.tsx'
import type { PlanSummary } from './plan-words.ts'
import type { AccountFormAddress } from './use-account-form.ts'
import { CANCEL_OR_RESUME, CHANGE_PLAN, MONEY_BACK } from './use-focus-after.ts'
import type { SubscriptionActions } from './use-subscription-actions.ts'

export interface PlanActionsProps {
  address: AccountFormAddress
  plan: PlanState
  summary: PlanSummary
  /** The name of the current plan. */
  name: string
  actions: SubscriptionActions
}

/** The buttons and links for the state of the plan. */
export const PlanActions = observer(
  ({ address, plan, summary, name, actions }: PlanActionsProps) => {
    const { global } = useStores()
    const planChange = useStore(PlanChangeStore)
    const withdrawal = useStore(WithdrawalStore)
    const { action, isCardNeeded, isChanging } = summary
    // The API refuses a change until the period is charged. A change with immediate effect charges
    // it.
    const isChangeable = plan.next !== null && (!plan.isUncharged || planChange.success !== null)
    const isCancelled = action === 'resume'
    return (
      <>
        {isCardNeeded && address.asked !== 'card' && (
          <Button size="small" id={ANOTHER_CARD} onClick={() => address.open('card')}>
            Use another card
          </Button>
        )}
        {(plan.needsSupport || withdrawal.refusal === 'nothing-left') && (
          <LinkButton size="small" to={site.helpCentreUrl}>
            Contact us
          </LinkButton>
        )}
        {isChanging ? (
          <Button
            look="quiet"
            size="small"
            id={CHANGE_PLAN}
            busy={actions.isKeeping}
            busyLabel="One moment"
            onClick={actions.keep}
          >
            {`Stay on ${name}`}
          </Button>
        ) : (
          isChangeable && (
            <Button size="small" id={CHANGE_PLAN} onClick={() => address.open('plan')}>
              Change plan
            </Button>
          )
        )}
        {action === 'choose' ? (
          <LinkButton size="small" to={planPath(global.journeyState)}>
            Choose a plan
          </LinkButton>
        ) : (
          <Button
            key={action}
            id={CANCEL_OR_RESUME}
            size="small"
            look={isCancelled && !isCardNeeded ? 'filled' : 'quiet'}
            busy={actions.isBusy}
            busyLabel="One moment"
            onClick={isCancelled ? actions.resume : actions.askToCancel}
          >
            {isCancelled ? 'Resume the plan' : 'Cancel the plan'}
          </Button>
        )}
      </>
    )
  },
)

export interface MoneyBackProps {
  address: AccountFormAddress
  offer: NonNullable<PlanState['moneyBack']>
}

/** What can be refunded until when, and the link to the form for it. */
export const MoneyBack = ({ address, offer }: MoneyBackProps) => {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    address.open('withdrawal')
  }
  return (
    <>
      <span>{offerWords(offer.until, offer.amount)}</span>{' '}
      <a id={MONEY_BACK} href={accountFormPath('withdrawal')} onClick={open}>
        Get my money back
      </a>
    </>
  )
}
