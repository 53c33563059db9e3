import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { PaymentStore } from '../../stores/payment-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { shownOrder } from '../../content/words/consent-words.ts'
import { ConsentNote } from '../payment/consent-note.tsx'
import { OrderSummary } from '../payment/order-summary.tsx'
import { StartSubscriptionScreen } from '../payment/start-subscription-screen.tsx'
import { CreateAccountScreen } from './create-account-screen.tsx'

export const enrollAccountIntro = 'It keeps your plan in one place.'

/** The account step of the quick journey, which is done once the subscription exists too. */
export const EnrollAccountScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const payment = useStore(PaymentStore)
  const { product } = payment
  // If the visitor leaves before the account is created, no order follows.
  useEffect(() => () => payment.leave(), [payment])
  if (global.currentUser) return <StartSubscriptionScreen journey={journey} />
  const { stripePromotionCode } = global.signUpData
  const now = serverClock.now()
  const order = product && shownOrder(product, stripePromotionCode, now)
  return (
    <CreateAccountScreen
      journey={journey}
      intro={enrollAccountIntro}
      order={order}
      recap={
        product && (
          <OrderSummary
            product={product}
            promotion={stripePromotionCode}
            now={now}
            change={
              <Link className="lone" to={stepPath(journey, 'payment')}>
                Change plan, code or card
              </Link>
            }
          />
        )
      }
      terms={
        order && (
          <>
            <p>Your plan starts as soon as your account is created.</p>
            <ConsentNote text={order.consent.text} />
          </>
        )
      }
    />
  )
})
