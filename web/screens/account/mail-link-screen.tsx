import { navigate } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef } from 'react'
import { routes, signInPath } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { LifeRing } from '../../illustrations/life-ring.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { site } from '../../site.ts'
import type { MailLinkFinished, MailLinkStage } from '../../stores/mail-link-store.ts'
import { MailLinkStore } from '../../stores/mail-link-store.ts'
import { focusHeading, focusNewHeading } from '../../journey/focus-heading.ts'
import { useReadyApp } from '../../journey/use-ready-app.ts'
import { forgetMailLink, recallMailLink } from './finished-mail-link.ts'
import { MailLinkOpening } from './mail-link-opening.tsx'
import {
  actionWords,
  changeAgain,
  finishedWords,
  isAlarm,
  problemWords,
} from './mail-link-words.ts'
import type { MailLinkProblem } from './mail-link-words.ts'
import { NewPasswordStep } from './new-password-step.tsx'
import * as styles from './account.module.css'

/**
 * The page that every mail of the identity provider links to: a click does what the mail is for, or
 * the page says why it cannot.
 */
export const MailLinkScreen = () => {
  const isReady = useReadyApp()
  return isReady ? <MailLink /> : opening
}

const opening = <MailLinkOpening heading="Opening your link" />

const MailLink = observer(() => {
  const mailLink = useStore(MailLinkStore)
  const { stage } = mailLink
  const hasBegun = useRef(false)

  useEffect(() => {
    focusHeading()
    if (hasBegun.current) return
    hasBegun.current = true
    const finished = recallMailLink()
    if (finished) mailLink.recall(finished)
    else void mailLink.open(window.location.search)
  }, [mailLink])

  useEffect(() => {
    if (stage.kind === 'opening') return
    focusNewHeading()
    if (stage.kind === 'forward') void navigate(stage.path, { replace: true })
    else if (stage.kind in finishedWords) forgetMailLink(stage as MailLinkFinished)
  }, [stage])

  switch (stage.kind) {
    case 'opening':
    case 'forward':
      return opening
    case 'choose-password':
      return <NewPasswordStep email={stage.email} />
    case 'ask':
      return <Ask asked={stage} />
    case 'email-changed':
    case 'email-recovered':
    case 'phone-removed':
      return <Finished finished={stage} />
    case 'broken':
    case 'email-taken':
    case 'failed':
    case 'link-expired':
    case 'link-invalid':
    case 'too-many-requests':
    case 'user-disabled':
    case 'wrong-mail':
      return <Problem kind={stage.kind} />
  }
})

/** A sentence about a mail's link, with the address in the middle. */
const AboutAddress = ({
  before,
  address,
  after,
}: {
  before: string
  address: string
  after: string
}) => (
  <p>
    <span>{before}</span> <span className={styles.address}>{address}</span> <span>{after}</span>
  </p>
)

const Ask = observer(
  ({ asked: { action, email } }: { asked: Extract<MailLinkStage, { kind: 'ask' }> }) => {
    const mailLink = useStore(MailLinkStore)
    const { heading, before, after, button } = actionWords[action]
    return (
      <StepFrame
        stepKey="ask"
        illustration={<Lighthouse />}
        heading={heading}
        intro={<AboutAddress before={before} address={email} after={after} />}
        actions={
          <Button
            wide
            busy={mailLink.isBusy}
            busyLabel="One moment"
            onClick={() => void mailLink.follow()}
          >
            {button}
          </Button>
        }
      />
    )
  },
)

/** Goes to account recovery, with the address filled in. */
const toNewPassword = (email?: string) =>
  void navigate(routes.accountRecovery, { state: { email } })

const Finished = observer(({ finished: { kind, email } }: { finished: MailLinkFinished }) => {
  const { global } = useStores()
  const mailLink = useStore(MailLinkStore)
  const { heading, before, after } = finishedWords[kind]
  const target = mailLink.link?.continueTo ?? routes.account
  const goOn = global.currentUser ? target : signInPath(target)
  const goOnWords = global.currentUser ? 'Continue' : 'Sign in'
  return (
    <StepFrame
      stepKey="finished"
      illustration={<Lighthouse />}
      heading={heading}
      intro={<AboutAddress before={before} address={email} after={after} />}
      actions={
        kind === 'email-changed' ? (
          <LinkButton to={goOn} wide>
            {goOnWords}
          </LinkButton>
        ) : (
          <>
            <LinkButton look="quiet" to={goOn}>
              {goOnWords}
            </LinkButton>
            <Button wide onClick={() => toNewPassword(email)}>
              Reset password
            </Button>
          </>
        )
      }
    />
  )
})

const Problem = observer(({ kind }: { kind: MailLinkProblem }) => {
  const { global } = useStores()
  const mailLink = useStore(MailLinkStore)
  const { heading, text } = problemWords[kind]
  const canTryAgain = kind === 'failed' || kind === 'too-many-requests'
  const purpose = mailLink.link?.kind
  return (
    <StepFrame
      stepKey="problem"
      illustration={<LifeRing />}
      heading={heading}
      intro={
        <p>
          {kind === 'link-expired' && purpose === 'change-email' ? `${text} ${changeAgain}` : text}
        </p>
      }
      actions={
        canTryAgain ? (
          <Button wide onClick={() => void mailLink.open(window.location.search)}>
            Try again
          </Button>
        ) : purpose === 'change-email' ? (
          <LinkButton to={global.currentUser ? routes.account : signInPath(routes.account)} wide>
            {global.currentUser ? 'Go to your account' : 'Sign in'}
          </LinkButton>
        ) : (
          <>
            <LinkButton look="quiet" to={routes.signIn}>
              Sign in
            </LinkButton>
            <Button wide onClick={() => toNewPassword()}>
              {isAlarm(purpose) ? 'Reset password' : 'Get a new link'}
            </Button>
          </>
        )
      }
      footnote={
        <p>
          <span>Stuck?</span> <a href={site.helpCentreUrl}>We’re happy to help</a>
          <span>.</span>
        </p>
      }
    />
  )
})
