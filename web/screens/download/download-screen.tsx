import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useStore, useStores } from '../../stores/app-loader.tsx'
import { LinkButton } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { DownloadApp } from '../../illustrations/download-app.tsx'
import { site } from '../../site.ts'
import { closedWords, startedWords } from '../../content/words/started-words.ts'
import { AppClaimStore } from '../../stores/app-claim-store.ts'
import { ServerClock } from '../../stores/server-clock.ts'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { useVisiblePolling } from '../account/use-visible-polling.ts'
import { AppLinkAction, AppLinkPlace } from './app-link.tsx'
import { StoreBadge } from './store-badge.tsx'
import * as styles from './download.module.css'

/** How often the screen checks whether the link has expired, and for how long, in milliseconds. */
const EXPIRY_POLL = { every: 5000, until: 60 * 60_000 } as const

/** The end of sign-up and the way into the app. */
export const DownloadScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { global } = useStores()
  const serverClock = useStore(ServerClock)
  const appClaim = useStore(AppClaimStore)
  const { progress } = useJourneyMoves(journey, 'download-app')

  useEffect(() => appClaim.arrive(journey), [appClaim, journey])

  const now = serverClock.now()
  const { firstName, subscription } = global.profile ?? {}
  const closed = subscription ? closedWords(subscription, now) : null
  const isClosed = closed !== null
  const userId = global.currentUser?.id
  useEffect(() => {
    if (userId !== undefined && !isClosed) void appClaim.load()
  }, [appClaim, isClosed, userId])
  useVisiblePolling(appClaim.checkExpiry, EXPIRY_POLL)

  // The button unmounts and would drop the focus.
  const again = () => {
    focusNewHeading()
    void appClaim.load()
  }

  const { appLinks } = site
  const { status } = appClaim
  if (closed) {
    return (
      <StepFrame
        stepKey="download-app"
        progress={progress}
        illustration={<DownloadApp />}
        heading={closed.heading}
        intro={<p>{closed.next}</p>}
        actions={
          <LinkButton wide to={routes.account}>
            Go to your account
          </LinkButton>
        }
      />
    )
  }
  const hasResult = global.signUpData.isSurveyCompleted || Boolean(global.profile?.diagnoses.survey)
  return (
    <StepFrame
      stepKey="download-app"
      progress={progress}
      illustration={<DownloadApp />}
      heading={firstName ? `Welcome aboard, ${firstName}` : 'Welcome aboard'}
      intro={<p>{startedWords(subscription ?? null, now)}</p>}
      actions={<AppLinkAction status={status} load={again} />}
      footnote={
        <p>
          <span>Your plan, invoices and data are in</span>{' '}
          <Link to={routes.account}>your account</Link>
          <span>.</span>
        </p>
      }
    >
      <AppLinkPlace status={status} load={again} />
      <div className={styles.badges}>
        <StoreBadge store="apple" href={appLinks.appStore} />
        <StoreBadge store="google" href={appLinks.googlePlay} />
      </div>
      <section className={styles.first}>
        <h2 className={styles.title}>What to do first</h2>
        <ol className={`plain ${styles.steps}`}>
          <li>{`Install the app and sign in with ${global.currentUser?.email ?? 'your email'}.`}</li>
          {hasResult ? (
            <li>Read your result again in the app.</li>
          ) : (
            <li>
              <span>
                <Link to={stepPath('assessment', 'survey')} data-call="">
                  Take the check-up
                </Link>
                <span>, so your coach knows where you stand.</span>
              </span>
            </li>
          )}
        </ol>
      </section>
    </StepFrame>
  )
})
