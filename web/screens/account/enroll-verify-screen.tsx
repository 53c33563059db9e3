import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { ServerClock } from '../../stores/server-clock.ts'
import { startedWords } from '../../content/words/started-words.ts'
import { VerifyEmailScreen } from './verify-email-screen.tsx'

/** The email step of the quick journey: the subscription has just started. */
export const EnrollVerifyScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const { profile } = useStores().global
  const serverClock = useStore(ServerClock)
  const subscription = profile?.subscription
  return (
    <VerifyEmailScreen
      journey={journey}
      aside={
        subscription && (
          <p>{`${startedWords(subscription, serverClock.now())} The details are in a separate email.`}</p>
        )
      }
    />
  )
})
