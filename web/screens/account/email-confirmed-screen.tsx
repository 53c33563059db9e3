import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { resumeStep, stepPath } from '#core/model/journeys.ts'
import { signInPath } from '#core/model/routes.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import { useStartedSession, useStore, useStores } from '../../app/session.tsx'
import { useHydrated } from '../../app/use-hydrated.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { VerifyEmailStore } from '../../stores/verify-email-store.ts'
import { focusHeading, focusNewHeading } from '../journey/focus-heading.ts'
import { MailLinkOpening } from './mail-link-opening.tsx'

/** Where the verification mail leads. */
export const EmailConfirmedScreen = ({ journey }: { journey: AccountJourney }) => {
  const state = useStartedSession()
  const isHydrated = useHydrated()
  return state.kind === 'running' && isHydrated ? <EmailConfirmed journey={journey} /> : waiting
}

const waiting = <MailLinkOpening heading="Confirming your email" />

/** The code, where the mail's link leads here itself; null where the provider's own page has taken it already. */
const codeOf = (search: string): string | null => new URLSearchParams(search).get('oobCode')

type Stage = 'confirming' | 'settled' | 'link-invalid' | 'failed'

const EmailConfirmed = observer(({ journey }: { journey: AccountJourney }) => {
  const { global } = useStores()
  const verifyEmail = useStore(VerifyEmailStore)
  const { currentUser } = global
  const [code] = useState(() => codeOf(window.location.search))
  const [stage, setStage] = useState<Stage>('confirming')
  const hasBegun = useRef(false)

  const settle = useCallback(async () => {
    setStage('confirming')
    if (code === null) {
      if (global.currentUser?.emailVerified === false) await verifyEmail.check()
      setStage('settled')
      return
    }
    const outcome = await verifyEmail.confirm(code)
    // The code works once: a reload must not try it again.
    if (outcome === 'confirmed') window.history.replaceState(window.history.state, '', window.location.pathname)
    setStage(outcome === 'confirmed' ? 'settled' : outcome)
  }, [code, global, verifyEmail])

  useEffect(() => {
    focusHeading()
    if (hasBegun.current) return
    hasBegun.current = true
    void settle()
  }, [settle])

  useEffect(() => {
    if (stage !== 'confirming') focusNewHeading()
  }, [stage])

  if (stage === 'confirming') return waiting
  if (stage === 'failed') {
    return (
      <StepFrame
        stepKey="failed"
        illustration={<Lighthouse />}
        heading="Confirming your email"
        actions={
          <Button wide onClick={() => void settle()}>
            Try again
          </Button>
        }
      >
        <Alert kind="error">We could not be reached just now. Your link is still good.</Alert>
      </StepFrame>
    )
  }
  const signIn = signInPath(stepPath(journey, 'download-app'))
  const isConfirmed = currentUser === null ? stage === 'settled' : currentUser.emailVerified
  if (!isConfirmed) {
    return (
      <StepFrame
        stepKey="not-yet"
        illustration={<Lighthouse />}
        heading="This link does not work any more"
        intro={<p>It was used before, or is too old. {currentUser ? 'You can have a new one sent.' : 'Sign in to see where you stand.'}</p>}
        actions={
          <LinkButton to={currentUser ? stepPath(journey, 'verify-email') : signIn} wide>
            {currentUser ? 'To a new link' : 'Sign in'}
          </LinkButton>
        }
      />
    )
  }
  return (
    <StepFrame
      stepKey="confirmed"
      illustration={<Lighthouse />}
      heading="Your email is confirmed"
      intro={
        <p>
          {currentUser
            ? `${currentUser.email} belongs to your account now.`
            : 'If you began on another device, it goes on there by itself. To go on here, sign in.'}
        </p>
      }
      actions={
        <LinkButton to={currentUser ? stepPath(journey, resumeStep(journey, global.journeyState)) : signIn} wide>
          {currentUser ? 'Continue' : 'Sign in'}
        </LinkButton>
      }
    />
  )
})
