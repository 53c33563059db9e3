import { Link } from 'gatsby'
import type { Ref } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { Alert } from '../../components/alert.tsx'
import type { PaymentProblem } from '../../stores/payment-store.ts'
import { refusalWords } from '../words/money-words.ts'

export interface PaymentProblemAlertProps {
  problem: PaymentProblem
  planName: string
  /** Where the plan is chosen on a step of its own. */
  hasPlanStep: boolean
  ref?: Ref<HTMLDivElement>
}

/** What went wrong with the card or the order, and what to do. Problems of a field are said there instead. */
export const PaymentProblemAlert = ({ problem, planName, hasPlanStep, ref }: PaymentProblemAlertProps) => {
  switch (problem.place) {
    case 'card':
      return (
        <Alert ref={ref} kind="error">
          {problem.message}
        </Alert>
      )
    case 'promotion':
      return (
        <Alert ref={ref} kind="error" title="Your promotion code has been taken off">
          {refusalWords({ kind: problem.reason }, planName)} Nothing was charged. Look at the new amount before you go on.
        </Alert>
      )
    case 'order':
      return (
        <Alert
          ref={ref}
          kind="error"
          title="This order does not hold any more"
          action={hasPlanStep && <Link to={stepPath('sign-up', 'choose-subscription-plan')}>Choose again</Link>}
        >
          The plan or the promotion code has changed since you chose it. Nothing was charged.
        </Alert>
      )
    case 'billing-email':
      return null
  }
}
