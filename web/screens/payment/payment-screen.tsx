import { yupResolver } from '@hookform/resolvers/yup'
import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { stepPath } from '#core/model/journeys.ts'
import { messages } from '#core/model/messages.ts'
import { firstCharge } from '#core/model/plan.ts'
import type { Product } from '#core/model/plan.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { CardForm } from '#core/ports/payments.ts'
import { useStores, useViews } from '../../app/session.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useJourneyMoves } from '../journey/use-journey-moves.ts'
import { emailSchema } from '../words/form-schemas.ts'
import { formatDate, laterCharges, offerOf } from '../words/money-words.ts'
import { OrderSummary } from './order-summary.tsx'
import * as styles from './payment.module.css'

const cardSkeleton = (
  <div aria-busy="true">
    <span className="visually-hidden">Loading the card fields</span>
    <Skeleton shape="control" count={2} />
  </div>
)

const cardUnavailable = (retry: () => void) => (
  <Alert
    kind="error"
    title="The card fields are out of reach right now"
    action={
      <Button look="quiet" size="small" onClick={retry}>
        Try again
      </Button>
    }
  >
    Nothing was charged and nothing you entered is lost.
  </Alert>
)

const startLabel = ({ trialDays }: Product) => {
  if (trialDays === 0) return 'Start subscription'
  return trialDays === 1 ? 'Start 1 free day' : `Start ${trialDays} free days`
}

/** The order, the card and the start of the subscription. */
export const PaymentScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { payment, global } = useStores()
  const { CardForm: CardFields } = useViews()
  const { goBack, progress } = useJourneyMoves(journey, 'payment')
  const { signUpData, currentUser } = global
  const [card, setCard] = useState<CardForm | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const { register, handleSubmit, setError, watch, formState } = useForm({
    resolver: yupResolver(emailSchema),
    defaultValues: { email: signUpData.billingEmail || currentUser?.email || '' },
  })
  const email = watch('email')
  const { problem, hasSavedCard, phase } = payment

  useEffect(() => {
    if (email !== global.signUpData.billingEmail) global.changeSignUpData({ billingEmail: email })
  }, [email, global])

  useEffect(() => {
    if (problem?.place === 'billing-email') setError('email', { message: messages.email }, { shouldFocus: true })
    else if (problem) alert.current?.focus()
  }, [problem, setError])

  if (payment.product === null) return null
  const product = offerOf(payment.product, global.hadSubscription)
  const promotion = signUpData.stripePromotionCode
  const now = global.now()
  const submit = handleSubmit((values) => payment.submit(hasSavedCard ? null : card, values.email))
  const isBusy = phase !== 'idle'
  return (
    <StepFrame
      stepKey="payment"
      progress={progress}
      heading="Payment"
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          {goBack && (
            <Button look="quiet" onClick={goBack} unavailable={isBusy}>
              Back
            </Button>
          )}
          <Button
            type="submit"
            wide
            busy={isBusy}
            busyLabel={phase === 'subscribing' ? 'Starting your subscription' : 'Checking your card'}
            unavailable={!hasSavedCard && card === null}
          >
            {startLabel(product)}
          </Button>
        </>
      }
      footnote={
        <>
          {product.trialDays > 0 && `Cancel before ${formatDate(firstCharge(product, promotion, now).at)} and pay nothing. `}
          {laterCharges(product, promotion)}
        </>
      }
    >
      <OrderSummary journey={journey} product={product} promotion={promotion} now={now} />
      <TextField
        label="Billing email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint="Receipts go here."
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <section className={styles.card} aria-label="Card">
        <h2 className={styles.title}>Card</h2>
        {hasSavedCard ? (
          <div className={styles.saved}>
            <p>Card saved</p>
            <Button look="quiet" size="small" onClick={payment.useAnotherCard} unavailable={isBusy}>
              Use another card
            </Button>
          </div>
        ) : (
          <Suspense fallback={cardSkeleton}>
            <CardFields
              currency={product.price.currency}
              onReady={setCard}
              skeleton={cardSkeleton}
              renderUnavailable={cardUnavailable}
            />
          </Suspense>
        )}
        {problem?.place === 'card' && (
          <Alert ref={alert} kind="error">
            {problem.message}
          </Alert>
        )}
        {problem?.place === 'order' && (
          <Alert
            ref={alert}
            kind="error"
            title="This order does not hold any more"
            action={<Link to={stepPath(journey, 'choose-subscription-plan')}>Choose again</Link>}
          >
            The plan or the promotion code has changed since you chose it. Nothing was charged.
          </Alert>
        )}
      </section>
    </StepFrame>
  )
})
