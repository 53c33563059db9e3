import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { mailboxOf } from '#core/model/mailbox.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { VERIFICATION_POLL } from '#core/use-cases/verify-email.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import type { Elements } from '../../components/elements.ts'
import { keepHeight } from '../../components/keep-height.ts'
import { useFocusBack } from '../../components/use-focus-back.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import { VerifyEmail } from '../../illustrations/verify-email.tsx'
import { VerifyEmailStore } from '../../stores/verify-email-store.ts'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { ChangeEmailForm } from './change-email-form.tsx'
import { useCountdown } from './use-countdown.ts'
import { useVisiblePolling } from './use-visible-polling.ts'
import { WaitingWords } from './waiting-words.tsx'
import * as styles from './account.module.css'

export interface VerifyEmailScreenProps {
  journey: AccountJourney
  /** Shown after the instructions. */
  aside?: Elements
}

type ResendProps = {
  journey: AccountJourney
  look: 'filled' | 'quiet'
  /** Whether it is the main action of the step. */
  isAction?: boolean
}

const Resend = observer(({ journey, look, isAction = false }: ResendProps) => {
  const { global } = useStores()
  const verifyEmail = useStore(VerifyEmailStore)
  const secondsLeft = useCountdown(verifyEmail.resendAllowedAt, global.now)
  const again = verifyEmail.mail === 'sent' ? ' again' : ''
  return (
    <Button
      look={look}
      size={isAction ? 'regular' : 'small'}
      wide={isAction}
      busy={verifyEmail.isSending}
      busyLabel="Sending"
      unavailable={secondsLeft > 0}
      onClick={() => void verifyEmail.resend(journey)}
    >
      {secondsLeft > 0 ? (
        <WaitingWords words={`Send${again}`} secondsLeft={secondsLeft} />
      ) : (
        `Send the email${again}`
      )}
    </Button>
  )
})

/**
 * Waits for the confirmation. The guard leads on as soon as it arrives, even from another device.
 */
export const VerifyEmailScreen = observer(({ journey, aside }: VerifyEmailScreenProps) => {
  const { global } = useStores()
  const verifyEmail = useStore(VerifyEmailStore)
  const { progress } = useJourneyMoves(journey, 'verify-email')
  const [isChanging, setIsChanging] = useState(false)
  const change = useRef<HTMLDivElement>(null)
  const opener = useFocusBack(isChanging)
  const sent = () => {
    keepHeight(change.current)
    setIsChanging(false)
  }
  useVisiblePolling(verifyEmail.check, VERIFICATION_POLL)

  const { mail } = verifyEmail
  const isSent = mail === 'sent'
  const wasSent = useRef(isSent)
  useEffect(() => {
    // The button that sent the mail has been removed, and the focus was lost with it.
    if (!wasSent.current && isSent && document.activeElement === document.body) focusNewHeading()
    wasSent.current = isSent
  }, [isSent])

  const { pendingEmail } = verifyEmail.change
  const address = pendingEmail || (global.currentUser?.email ?? '')
  const mailbox = mailboxOf(address)
  return (
    <StepFrame
      stepKey="verify-email"
      progress={progress}
      illustration={<VerifyEmail />}
      heading="Confirm your email"
      intro={
        <>
          {/* The key re-creates the paragraph for a new address, so that no words jump between
             lines. */}
          <p key={`${address} ${mail}`} className={styles.sentTo}>
            {mail === 'sent' && (
              <>
                <span>We’ve sent a link to</span> <span className={styles.address}>{address}</span>
                <span>.</span>
              </>
            )}
            {mail === 'failed' && (
              <>
                <span>Your account is ready, but the email to</span>{' '}
                <span className={styles.address}>{address}</span>{' '}
                <span>wasn’t sent. Please send it now.</span>
              </>
            )}
            {mail === 'unknown' && (
              <>
                <span>Confirm</span> <span className={styles.address}>{address}</span>{' '}
                <span>with the link we email you.</span>
              </>
            )}{' '}
            <span>Open it on any device. This page will move on by itself.</span>
          </p>
          {aside}
        </>
      }
      actions={
        isSent && mailbox ? (
          <LinkButton look={isChanging ? 'quiet' : 'filled'} to={mailbox.url} newTab wide>
            {`Open ${mailbox.name}`}
          </LinkButton>
        ) : (
          <Resend journey={journey} look={isSent || isChanging ? 'quiet' : 'filled'} isAction />
        )
      }
    >
      {isSent && (
        <p className={styles.soft}>Can’t find it? Check your spam folder, then send it again.</p>
      )}
      <div ref={change}>
        {isChanging ? (
          <ChangeEmailForm
            change={verifyEmail.change}
            journey={journey}
            onSent={sent}
            onCancel={() => setIsChanging(false)}
          />
        ) : (
          <div className={styles.choices}>
            {isSent && mailbox && <Resend journey={journey} look="quiet" />}
            <Button ref={opener} look="quiet" size="small" onClick={() => setIsChanging(true)}>
              Change email
            </Button>
          </div>
        )}
      </div>
    </StepFrame>
  )
})
