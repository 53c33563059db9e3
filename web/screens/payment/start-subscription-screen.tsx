import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import { StepProblem } from '../../journey/step-problem.tsx'
import { PaymentStore } from '../../stores/payment-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { useDocumentTitle } from '../../journey/use-document-title.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { shownOrder } from '../../content/words/consent-words.ts'
import { startLabel } from '../../content/words/money-words.ts'
import { OrderConsent } from './consent-note.tsx'
import { OrderSummary } from './order-summary.tsx'
import { isAlerted, PaymentProblemAlert, removedCode } from './payment-problem.tsx'
import * as styles from './payment.module.css'

const heading = 'Your account is ready'

/**
 * The account exists, the card is saved and the subscription is about to start. That happens
 * automatically right after the account has been created; after a break, the visitor sees the price
 * again and starts it.
 */
export const StartSubscriptionScreen = observer(({ journey }: { journey: AccountJourney }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const payment = useStore(PaymentStore)
  const { goBack, progress } = useJourneyMoves(journey, 'create-account', 'Starting your plan')
  const alert = useRef<HTMLDivElement>(null)
  const { problem } = payment
  const isBusy = payment.phase !== 'idle'
  useDocumentTitle(heading)

  useEffect(() => void payment.checkTrial(), [payment])

  // This screen replaces a longer form that had the focus. Scrolls before paint, so that nothing is
  // seen to move.
  useLayoutEffect(() => {
    if (payment.phase !== 'idle' && document.activeElement === document.body) {
      window.scrollTo(0, 0)
      focusNewHeading()
    }
  }, [payment])
  useEffect(() => {
    if (problem) alert.current?.focus()
  }, [problem])

  const { product } = payment
  if (product === null) return null
  const promotion = global.signUpData.stripePromotionCode
  const now = serverClock.now()
  const starts = product.trialDays > 0 ? 'free days start' : 'plan starts'
  const label = startLabel(product, promotion)
  return (
    <StepFrame
      stepKey="start-subscription"
      progress={progress}
      heading={heading}
      problem={
        <StepProblem>
          {problem && isAlerted(problem, product) && (
            <PaymentProblemAlert
              ref={alert}
              problem={problem}
              product={product}
              promotion={promotion}
              now={now}
              hasPlanStep={false}
            />
          )}
        </StepProblem>
      }
      intro={
        <p>
          {`Your card is saved. ${isBusy ? `Your ${starts} now` : `Choose “${label}” to begin`}.`}
        </p>
      }
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack} unavailable={isBusy}>
              Back
            </Button>
          )}
          <Button
            wide
            busy={isBusy}
            busyLabel="Starting your plan"
            onClick={() => void payment.start(journey, shownOrder(product, promotion, now))}
          >
            {label}
          </Button>
        </>
      }
      footnote={<OrderConsent product={product} promotion={promotion} now={now} />}
    >
      <OrderSummary
        product={product}
        promotion={promotion}
        removed={removedCode(problem, product)}
        now={now}
        change={
          <span className={isBusy ? styles.away : undefined}>
            <Link className="lone" to={stepPath(journey, 'payment')}>
              Change plan, code or card
            </Link>
          </span>
        }
      />
    </StepFrame>
  )
})
