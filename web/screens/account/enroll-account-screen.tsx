import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { PaymentStore } from '../../stores/payment-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { shownOrder } from '../../content/words/consent-words.ts'
import { ConsentNote } from '../payment/consent-note.tsx'
import { StartSubscriptionScreen } from '../payment/start-subscription-screen.tsx'
import { CreateAccountScreen } from './create-account-screen.tsx'

/** The account step of the quick journey, which is done once the subscription exists too. */
export const EnrollAccountScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const { product } = useStore(PaymentStore)
  if (global.currentUser) return <StartSubscriptionScreen journey={journey} />
  const { stripePromotionCode } = global.signUpData
  const order = product && shownOrder(product, stripePromotionCode, serverClock.now())
  return (
    <CreateAccountScreen
      journey={journey}
      order={order}
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
