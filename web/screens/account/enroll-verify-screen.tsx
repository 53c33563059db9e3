import { observer } from 'mobx-react-lite'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { ServerClock } from '../../stores/server-clock.ts'
import { closedWords, startedWords } from '../../content/words/started-words.ts'
import { VerifyEmailScreen } from './verify-email-screen.tsx'

/** The email step of the quick journey: the subscription has just started. */
export const EnrollVerifyScreen = observer(({ journey }: { journey: 'enroll' }) => {
  const subscription = useStores().global.profile?.subscription
  const now = useStore(ServerClock).now()
  const closed = subscription && closedWords(subscription, now)
  const words = closed
    ? `${closed.heading}. ${closed.next}`
    : `${startedWords(subscription ?? null, now)} The details are in a separate email.`
  return <VerifyEmailScreen journey={journey} aside={subscription && <p>{words}</p>} />
})
