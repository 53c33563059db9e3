import { observer } from 'mobx-react-lite'
import { useStores } from '../../stores/session.tsx'
import { StartSubscriptionScreen } from '../payment/start-subscription-screen.tsx'
import { CreateAccountScreen } from './create-account-screen.tsx'

/** The account of the quick journey: the step is done once the subscription is there, too. */
export const EnrollAccountScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { global } = useStores()
  return global.currentUser ? <StartSubscriptionScreen journey={journey} /> : <CreateAccountScreen journey={journey} />
})
