import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/app-loader.tsx'
import { StartSubscriptionScreen } from '../payment/start-subscription-screen.tsx'
import { CreateAccountScreen } from './create-account-screen.tsx'

/** The account step of the quick journey, which is done once the subscription exists too. */
export const EnrollAccountScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { global } = useStores()
  return global.currentUser ? (
    <StartSubscriptionScreen journey={journey} />
  ) : (
    <CreateAccountScreen journey={journey} />
  )
})
