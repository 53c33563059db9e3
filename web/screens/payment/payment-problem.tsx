import { Link } from 'gatsby'
import type { Ref } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import { Alert } from '../../components/alert.tsx'
import { formatMoney } from '#core/model/money.ts'
import type { ShownOrder } from '#core/model/order.ts'
import { firstCharge } from '#core/model/plan.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { PaymentProblem } from '../../stores/payment-store.ts'
import { organisation } from '../../content/organisation.ts'
import { declinedAdvice } from '../../content/words/card-words.ts'
import {
  formatDayAndMonth,
  perInterval,
  refusalWords,
  startLabel,
} from '../../content/words/money-words.ts'

export interface PaymentProblemAlertProps {
  problem: PaymentProblem
  /** The plan ordered, as offered now. */
  product: Product | null
  promotion: Promotion | null
  now: Date
  /** Whether the journey has a step of its own for the plan. */
  hasPlanStep: boolean
  ref?: Ref<HTMLDivElement>
}

/**
 * Whether to show an alert. A problem with a field is shown at the field, and the new price of a
 * plan only with that plan.
 */
export const isAlerted = (problem: PaymentProblem, product: Product | null): boolean =>
  problem.place === 'price' ? problem.product.id === product?.id : problem.place !== 'billing-email'

/** Names the button that places the order as it is shown now. */
const pressToStart = (product: Product | null, promotion: Promotion | null): string =>
  product ? ` Press “${startLabel(product, promotion)}” to continue.` : ''

/** "$71.99 is now $89.99 on 14 December." */
const withoutCodeWords = (order: ShownOrder, product: Product, now: Date): string => {
  const before = firstCharge(order.product, order.promotion, now)
  const { amount, at } = firstCharge(product, null, now)
  const when = product.trialDays > 0 ? `on ${formatDayAndMonth(at)}` : 'today'
  return `${formatMoney(before.amount)} is now ${formatMoney(amount)} ${when}.`
}

/** The code that was refused for the order of this plan; null when none was. */
export const removedCode = (
  problem: PaymentProblem | null,
  product: Product | null,
): Promotion | null =>
  problem?.place === 'promotion' && problem.order.product.id === product?.id
    ? problem.order.promotion
    : null

const HelpAddress = () => (
  <>
    <span>Need help? Write to</span>{' '}
    <a href={`mailto:${organisation.mail.hello}`}>{organisation.mail.hello}</a>
    <span>.</span>
  </>
)

/**
 * What went wrong with the card or the order, and what to do. A problem with a field is shown at
 * the field instead.
 */
export const PaymentProblemAlert = ({
  problem,
  product,
  promotion,
  now,
  hasPlanStep,
  ref,
}: PaymentProblemAlertProps) => {
  switch (problem.place) {
    case 'card':
      return (
        <Alert ref={ref} kind="error" title={problem.title} action={<HelpAddress />}>
          {problem.message}
        </Alert>
      )
    case 'declined-card':
      return (
        <Alert ref={ref} kind="error" title={problem.message} action={<HelpAddress />}>
          {declinedAdvice(problem.kind)}
        </Alert>
      )
    case 'promotion': {
      const { order, reason } = problem
      return (
        <Alert ref={ref} kind="notice" title="Your promotion code has been removed">
          <span>{`${refusalWords({ kind: reason }, order.product.name)} `}</span>
          {product?.id === order.product.id && (
            <span>{`${withoutCodeWords(order, product, now)} `}</span>
          )}
          <span>Nothing was charged.</span>
        </Alert>
      )
    }
    case 'trial':
      return (
        <Alert ref={ref} kind="notice" title="This card or email has already had a free trial">
          {product && (
            <span>{`You’d pay ${formatMoney(firstCharge(product, promotion, now).amount)} today. `}</span>
          )}
          <span>{`Nothing was charged.${pressToStart(product, promotion)}`}</span>
        </Alert>
      )
    case 'price': {
      const { price, interval } = problem.product
      return (
        <Alert ref={ref} kind="notice" title="The price of this plan has changed">
          <span>{`It was ${formatMoney(problem.was)} ${perInterval(interval)} and is now ${formatMoney(price)}. `}</span>
          <span>{`Nothing was charged.${pressToStart(product, promotion)}`}</span>
        </Alert>
      )
    }
    case 'order':
      return (
        <Alert
          ref={ref}
          kind="error"
          title="This order is no longer valid"
          action={
            hasPlanStep && (
              <Link className="lone" to={stepPath('sign-up', 'choose-subscription-plan')}>
                Choose again
              </Link>
            )
          }
        >
          The plan or the promotion code has changed since you chose it. Nothing was charged.
        </Alert>
      )
    case 'unconfirmed-email':
      return (
        <Alert
          ref={ref}
          kind="error"
          title="Confirm your email first"
          action={
            <Link className="lone" to={routes.account}>
              Get a new email in your account
            </Link>
          }
        >
          <span>Open the link in the email we sent to</span> <span>{problem.email}</span>
          <span>
            , then press the button below again. Your card is saved, and nothing was charged.
          </span>
        </Alert>
      )
    case 'billing-email':
      return null
  }
}
