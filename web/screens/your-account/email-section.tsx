import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { VERIFICATION_POLL } from '#core/use-cases/verify-email.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { ChangeEmailStore } from '../../stores/change-email-store.ts'
import { VerifyEmailStore } from '../../stores/verify-email-store.ts'
import { ChangeEmailForm } from '../account/change-email-form.tsx'
import { useCountdown } from '../account/use-countdown.ts'
import { useVisiblePolling } from '../account/use-visible-polling.ts'
import { WaitingWords } from '../account/waiting-words.tsx'
import { AccountSection, focusPart, keepPartHeight } from './account-section.tsx'
import { Facts } from './facts.tsx'
import * as section from './email-section.module.css'
import * as styles from './your-account.module.css'

/** While mounted, polls whether the link in an email has been opened. */
const Watch = ({ look }: { look: () => void }) => {
  useVisiblePolling(look, VERIFICATION_POLL)
  return null
}

/** The sign-in email and changing it. */
export const EmailSection = observer(() => {
  const { global } = useStores()
  const changeEmail = useStore(ChangeEmailStore)
  const verifyEmail = useStore(VerifyEmailStore)
  const [isChanging, setIsChanging] = useState(false)
  const secondsLeft = useCountdown(verifyEmail.resendAllowedAt, global.now)
  const { change } = changeEmail
  const { pendingEmail } = change
  const { email = null, emailVerified = false } = global.currentUser ?? {}
  const close = () => {
    setIsChanging(false)
    focusPart('email')
  }
  const sent = () => {
    keepPartHeight('email')
    close()
  }
  return (
    <AccountSection part="email">
      <Facts
        facts={[
          { label: 'Address', value: email ?? '' },
          { label: 'Confirmed', value: emailVerified ? 'Yes' : 'Not yet' },
        ]}
      />
      {pendingEmail !== '' && !isChanging && (
        <Alert
          kind="notice"
          title="Confirm your new email"
          action={
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                // The button unmounts and would drop the focus.
                focusPart('email')
                change.forgetPending()
              }}
            >
              Hide this message
            </Button>
          }
        >
          <span>We’ve sent a link to</span> <span className={styles.address}>{pendingEmail}</span>
          <span>. Your email changes only if you open it.</span>
          <Watch look={changeEmail.check} />
        </Alert>
      )}
      {!emailVerified && <Watch look={verifyEmail.check} />}
      {isChanging ? (
        <div key="form" className={`${styles.form} ${section.form}`}>
          <ChangeEmailForm change={change} journey={null} onSent={sent} onCancel={close} />
        </div>
      ) : (
        // A separate element, because reusing the form's would visibly shift it.
        <div key="actions" className={styles.actions}>
          {!emailVerified && (
            <Button
              size="small"
              busy={verifyEmail.isSending}
              busyLabel="Sending"
              unavailable={secondsLeft > 0}
              onClick={() => void verifyEmail.mailCurrent('sign-up')}
            >
              {secondsLeft > 0 ? (
                <WaitingWords words="Send again" secondsLeft={secondsLeft} />
              ) : (
                'Send the confirmation email'
              )}
            </Button>
          )}
          <Button look="quiet" size="small" onClick={() => setIsChanging(true)}>
            Change email
          </Button>
        </div>
      )}
    </AccountSection>
  )
})
