import { accountMessages } from '#core/model/account-messages.ts'
import { Button } from '../../components/button.tsx'
import { useCountdown } from './use-countdown.ts'
import { WaitingWords } from './waiting-words.tsx'

export interface ResendCodeProps {
  /** In milliseconds since 1970. */
  allowedAt: number
  now: () => Date
  busy: boolean
  onResend: () => void
}

/** Asks for another text message, once there has been time for the last one to arrive. */
export const ResendCode = ({ allowedAt, now, busy, onResend }: ResendCodeProps) => {
  const secondsLeft = useCountdown(allowedAt, now)
  const words = accountMessages.reauthenticate.resendCode
  return (
    <Button
      look="quiet"
      size="small"
      busy={busy}
      busyLabel="Sending"
      unavailable={secondsLeft > 0}
      onClick={onResend}
    >
      {secondsLeft > 0 ? <WaitingWords {...{ words, secondsLeft }} /> : words}
    </Button>
  )
}
