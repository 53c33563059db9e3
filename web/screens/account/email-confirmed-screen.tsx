import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useRef, useState } from 'react'
import { resumeStep, stepPath } from '#core/model/journeys.ts'
import { routes, signInPath } from '#core/model/routes.ts'
import type { AccountJourney, StepId } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Alert } from '../../components/alert.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { VerifyEmailStore } from '../../stores/verify-email-store.ts'
import { focusHeading, focusNewHeading } from '../../journey/focus-heading.ts'
import { useReadyApp } from '../../journey/use-ready-app.ts'
import { MailLinkOpening } from './mail-link-opening.tsx'
import * as styles from './account.module.css'

/** Where the verification mail leads. */
export const EmailConfirmedScreen = ({ journey }: { journey: AccountJourney }) => {
  const isReady = useReadyApp()
  return isReady ? <EmailConfirmed journey={journey} /> : waiting
}

const CONFIRMED = 'Your email is confirmed'
const LINK_INVALID = 'This link has expired or has already been used'

/** The label of the button to the next step. */
const continueWords: Partial<Record<StepId, string>> = {
  payment: 'Continue to payment',
  'download-app': 'Continue to the app',
}

const waiting = <MailLinkOpening heading="Confirming your email" />

type Stage =
  'opening' | 'ready' | 'confirming' | 'confirmed' | 'no-link' | 'link-invalid' | 'failed'

const EmailConfirmed = observer(({ journey }: { journey: AccountJourney }) => {
  const { global } = useStores()
  const verifyEmail = useStore(VerifyEmailStore)
  const { currentUser } = global
  const [search] = useState(() => window.location.search)
  const [stage, setStage] = useState<Stage>('opening')
  const hasBegun = useRef(false)

  const open = useCallback(async () => {
    setStage('opening')
    setStage(await verifyEmail.openLink(search))
  }, [search, verifyEmail])

  const confirm = async () => {
    setStage('confirming')
    const outcome = await verifyEmail.confirm()
    // The code works once: a reload must not try it again.
    if (outcome === 'confirmed')
      window.history.replaceState(window.history.state, '', window.location.pathname)
    setStage(outcome)
  }

  useEffect(() => {
    focusHeading()
    if (hasBegun.current) return
    hasBegun.current = true
    void open()
  }, [open])

  useEffect(() => {
    if (stage !== 'opening' && stage !== 'confirming') focusNewHeading()
  }, [stage])

  const next = resumeStep(journey, global.journeyState)
  const signIn = signInPath(stepPath(journey, 'download-app'))
  if (
    currentUser &&
    verifyEmail.isForAnother &&
    (stage === 'confirmed' || stage === 'link-invalid')
  ) {
    return (
      <StepFrame
        stepKey="for-another"
        illustration={<Lighthouse />}
        heading={stage === 'confirmed' ? CONFIRMED : LINK_INVALID}
        intro={
          <p>
            {`You’re signed in as ${currentUser.email} here. To continue with ${verifyEmail.linkEmail}, sign out first.`}
          </p>
        }
        actions={
          <LinkButton to={routes.account} wide>
            Go to your account
          </LinkButton>
        }
      />
    )
  }
  switch (stage) {
    case 'opening':
      return waiting
    case 'ready':
    case 'confirming':
      // Needs a click, because mail scanners open links and the code works only once.
      return (
        <StepFrame
          stepKey="ready"
          illustration={<Lighthouse />}
          heading="Confirm your email"
          intro={<p>Press the button to confirm your email.</p>}
          actions={
            <Button
              wide
              busy={stage === 'confirming'}
              busyLabel="Confirming"
              onClick={() => void confirm()}
            >
              Confirm my email
            </Button>
          }
        />
      )
    case 'failed':
      return (
        <StepFrame
          stepKey="failed"
          illustration={<Lighthouse />}
          heading="Confirming your email"
          actions={
            <Button wide onClick={() => void open()}>
              Try again
            </Button>
          }
        >
          <Alert kind="outage">We can’t connect right now. Your link still works.</Alert>
        </StepFrame>
      )
    case 'no-link':
    case 'link-invalid':
      return (
        <StepFrame
          stepKey="not-yet"
          illustration={<Lighthouse />}
          heading={
            stage === 'link-invalid'
              ? LINK_INVALID
              : currentUser
                ? 'Your email is not confirmed yet'
                : 'Sign in to continue'
          }
          intro={
            <p>
              {currentUser ? (
                <>
                  <span>Open the latest link we emailed to</span>{' '}
                  <span className={styles.address}>{currentUser.email}</span>
                  <span>, or get a new one.</span>
                </>
              ) : (
                'Sign in and we’ll check whether your email is confirmed.'
              )}
            </p>
          }
          actions={
            <LinkButton to={currentUser ? stepPath(journey, 'verify-email') : signIn} wide>
              {currentUser ? 'Get a new link' : 'Sign in'}
            </LinkButton>
          }
        />
      )
    case 'confirmed':
      return (
        <StepFrame
          stepKey="confirmed"
          illustration={<Lighthouse />}
          heading={CONFIRMED}
          intro={
            <p>
              {currentUser ? (
                <>
                  <span>You’ll sign in with</span>{' '}
                  <span className={styles.address}>{currentUser.email}</span>
                  <span>.</span>
                </>
              ) : (
                'If you started on another device, that page will move on by itself. To continue here, sign in.'
              )}
            </p>
          }
          actions={
            <LinkButton to={currentUser ? stepPath(journey, next) : signIn} wide>
              {currentUser ? (continueWords[next] ?? 'Continue') : 'Sign in'}
            </LinkButton>
          }
        />
      )
  }
})
