import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { accountMessages } from '#core/model/account-messages.ts'
import { isEmail } from '#core/model/email.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { CardForm } from '#core/ports/payments.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { InPlace } from '../../components/in-place.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { TextField } from '../../components/text-field.tsx'
import type { GlobalStore } from '../../stores/global-store.ts'
import { PaymentStore } from '../../stores/payment-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { useCheckedForm } from '../forms/use-checked-form.ts'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { shownOrder } from '../../content/words/consent-words.ts'
import { startLabel } from '../../content/words/money-words.ts'
import { CardPromise } from './card-promise.tsx'
import { CardSection } from './card-section.tsx'
import { OrderConsent } from './consent-note.tsx'
import { OrderSummary } from './order-summary.tsx'
import { isAlerted, PaymentProblemAlert, removedCode } from './payment-problem.tsx'
import { PaymentQuestions } from './payment-questions.tsx'
import { SlowCheck } from './slow-check.tsx'
import * as styles from './payment.module.css'

const loadResolver = async () => (await import('../forms/form-resolvers.ts')).emailResolver

/** The billing email as typed here, else that of the account. */
const knownEmail = ({ signUpData, currentUser }: GlobalStore): string =>
  signUpData.billingEmail || currentUser?.email || ''

/** A plan that is picked on the screen itself, and its code. */
export interface PlanPick {
  /** Null until the plans have loaded. */
  product: Product | null
  promotion: Promotion | null
  isLoadFailed: boolean
  isCheckingCode: boolean
  isChoosing: boolean
  /** Null unless a code has to be checked, which may change the order. */
  checkCode: ((retry: () => void) => void) | null
  /** Where the visitor picks the plan. */
  choice: ReactElement
}

/** In `sign-up` the plan has been chosen in a step of its own. */
export type PaymentScreenProps =
  { journey: 'sign-up'; pick?: undefined } | { journey: 'enroll'; pick: PlanPick }

/**
 * The order, the card and the start of the subscription. Without an account the card is saved and
 * the subscription waits for the account.
 */
export const PaymentScreen = observer(({ journey, pick }: PaymentScreenProps) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const payment = useStore(PaymentStore)
  const { goOn, goBack, progress } = useJourneyMoves(journey, 'payment')
  const { signUpData, currentUser } = global
  const [card, setCard] = useState<CardForm | null>(null)
  const alert = useRef<HTMLDivElement>(null)
  const cardSection = useRef<HTMLElement>(null)
  const { register, handleSubmit, setError, setFocus, watch, formState } = useCheckedForm(
    loadResolver,
    { email: knownEmail(global) },
  )
  const email = watch('email')
  const { problem, hasSavedCard, phase, isSlow } = payment

  useEffect(() => {
    if (email !== knownEmail(global)) global.changeSignUpData({ billingEmail: email })
  }, [email, global])

  useEffect(() => {
    if (problem?.place === 'billing-email')
      setError('email', { message: accountMessages.email }, { shouldFocus: true })
    // After navigating here, the router takes the focus first.
    else if (problem) queueMicrotask(() => alert.current?.focus())
  }, [problem, setError])

  // However the visitor leaves, a card that is still being checked is not used for an order.
  useEffect(() => () => payment.leave(), [payment])

  const isSignedIn = currentUser !== null
  useEffect(() => {
    if (isSignedIn) void payment.checkTrial()
  }, [isSignedIn, payment])

  const chosen = { product: payment.product, promotion: signUpData.stripePromotionCode }
  const { product, promotion } = pick ?? chosen
  const now = serverClock.now()
  const isTold = problem !== null && isAlerted(problem, product)
  const isBusy = phase !== 'idle' || pick?.isChoosing === true
  // Never reset: the layout must not shift between the end of the check and the next step.
  const [hasBeenUsed, setHasBeenUsed] = useState(false)
  if (isBusy && !hasBeenUsed) setHasBeenUsed(true)
  const isCheckingCode = pick?.isCheckingCode === true
  const submitWith = (form: CardForm | null) =>
    handleSubmit(
      async (values) => {
        if (product === null) return
        const order = shownOrder(product, promotion, now)
        const input = { journey, order, card: form, billingEmail: values.email }
        const outcome = await payment.submit(input, again)
        if (outcome === 'card-saved') goOn()
        if (outcome === 'card-incomplete') cardSection.current?.scrollIntoView({ block: 'nearest' })
      },
      // Marks the provider's fields too, and then focuses ours, which come first.
      () => void (form && payment.markCard(form).then(() => setFocus('email'))),
    )
  const submit = submitWith(card)
  const again = () => void submit()
  const wallet = {
    mayOpen: () => {
      const hasEmail = isEmail(email)
      // Reports a missing or wrong email before the wallet opens.
      if (!hasEmail) setError('email', { message: accountMessages.email }, { shouldFocus: true })
      const mayPay = hasEmail && product !== null && !isBusy && !isCheckingCode
      if (!mayPay || !pick?.checkCode) return mayPay
      // The wallet would open for an order that may change with the code.
      pick.checkCode(again)
      return false
    },
    pay: (authorized: CardForm) => submitWith(authorized)(),
  }
  const cancel = () => {
    payment.cancel()
    setCard(null)
  }
  const back =
    goBack &&
    (() => {
      cancel()
      goBack()
    })
  const cardLabel = isCheckingCode && !isBusy ? 'Checking the code' : 'Checking your card'
  const busyLabel = phase === 'subscribing' ? 'Starting your plan' : cardLabel
  const saveLabel = hasSavedCard ? 'Continue' : 'Save card and continue'
  const isWaiting = pick?.product === null
  const isWithheld = isWaiting && pick.isLoadFailed
  return (
    <StepFrame
      stepKey="payment"
      progress={progress}
      heading={pick ? 'Plan and payment' : 'Add your card to begin'}
      onSubmit={(event) => void submit(event)}
      actions={
        !isWithheld && (
          <>
            {back && (
              <Button look="quiet" onClick={back} unavailable={isBusy && !isSlow}>
                Back
              </Button>
            )}
            <Button
              type="submit"
              wide
              busy={isBusy || isCheckingCode}
              busyLabel={busyLabel}
              unavailable={product === null || (!hasSavedCard && card === null)}
            >
              {currentUser && product ? startLabel(product, promotion) : saveLabel}
            </Button>
          </>
        )
      }
      footnote={
        product && (
          <>
            {currentUser === null && (
              <p>
                Next, you’ll create your account. Until then, nothing starts and nothing is charged.
              </p>
            )}
            <OrderConsent product={product} promotion={promotion} now={now} />
          </>
        )
      }
    >
      {pick?.choice}
      {product && (
        <OrderSummary
          product={product}
          promotion={promotion}
          removed={removedCode(problem, product)}
          now={now}
          change={
            !pick && (
              <Link className="lone" to={stepPath(journey, 'choose-subscription-plan')}>
                Change plan or code
              </Link>
            )
          }
        />
      )}
      <InPlace
        of={
          <div className={styles.fields} data-withheld={isWithheld || undefined}>
            <TextField
              label="Billing email"
              type="email"
              autoComplete="email"
              inputMode="email"
              hint="Receipts go here."
              readOnly={hasSavedCard}
              error={formState.errors.email?.message}
              errorLines={2}
              {...register('email')}
            />
            <CardSection
              key={payment.cancellations}
              currency={product?.price.currency ?? null}
              ref={cardSection}
              isBusy={isBusy}
              onReady={setCard}
              wallet={wallet}
            />
            <div className={styles.assurance} data-in-use={hasBeenUsed || isTold || undefined}>
              <CardPromise />
              <InPlace
                of={
                  product && <PaymentQuestions product={product} promotion={promotion} now={now} />
                }
              >
                {problem && isTold ? (
                  <PaymentProblemAlert
                    ref={alert}
                    problem={problem}
                    product={product}
                    promotion={promotion}
                    now={now}
                    hasPlanStep={!pick}
                  />
                ) : isSlow ? (
                  <SlowCheck
                    onCancel={() => {
                      // The button unmounts and would drop the focus.
                      focusNewHeading()
                      cancel()
                    }}
                  />
                ) : null}
              </InPlace>
            </div>
          </div>
        }
      >
        {isWaiting && !isWithheld && <Skeleton shape="field" count={4} />}
      </InPlace>
    </StepFrame>
  )
})
