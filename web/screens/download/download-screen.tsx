import { Link } from 'gatsby'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useApp, useStores } from '../../stores/app-loader.tsx'
import { LinkButton } from '../../components/button.tsx'
import { StepFrame } from '../../journey/step-frame.tsx'
import { DownloadApp } from '../../illustrations/download-app.tsx'
import { site } from '../../site.ts'
import { useJourneyMoves } from '../../journey/use-journey-moves.ts'
import { AppLinkCode } from './app-link-code.tsx'
import { StoreBadge } from './store-badge.tsx'
import * as styles from './download.module.css'

/** The end of sign-up and the way into the app. */
export const DownloadScreen = observer(({ journey }: { journey: JourneyName }) => {
  const { global } = useStores()
  const app = useApp()
  const { progress } = useJourneyMoves(journey, 'download-app')

  useEffect(() => {
    const { visitedSteps, startedTimeStamp } = global.signUpData
    if (visitedSteps.includes('download-app')) return
    global.leaveStep('download-app')
    app.completeSignUp({ journey, startedAt: startedTimeStamp ?? global.now().getTime() })
  }, [app, global, journey])

  const { appLinks } = site
  const link = `${appLinks.open}?${new URLSearchParams({ user: global.currentUser?.id ?? '' })}`
  const firstName = global.profile?.firstName
  const hasResult = global.signUpData.isSurveyCompleted || Boolean(global.profile?.diagnoses.survey)
  return (
    <StepFrame
      stepKey="download-app"
      progress={progress}
      illustration={<DownloadApp />}
      heading={firstName ? `Welcome aboard, ${firstName}` : 'Welcome aboard'}
      intro={<p>Your subscription is set up. The rest happens on your phone.</p>}
      actions={
        <LinkButton to={link} wide>
          Open the app
        </LinkButton>
      }
      footnote={
        <p>
          <span>
            On a phone, the link opens the app once it’s installed. Your plan, invoices and data are
            in
          </span>{' '}
          <Link to={routes.account}>your account</Link>
          <span>.</span>
        </p>
      }
    >
      <div className={styles.badges}>
        <StoreBadge store="apple" href={appLinks.appStore} />
        <StoreBadge store="google" href={appLinks.googlePlay} />
      </div>
      <div className={styles.desk}>
        <AppLinkCode link={link} />
        <p>
          Point your phone’s camera here. The link knows your account, so there’s nothing to look
          up.
        </p>
      </div>
      <section className={styles.first}>
        <h2 className={styles.title}>What to do first</h2>
        <ol className={`plain ${styles.steps}`}>
          <li>{`Install the app and sign in with ${global.currentUser?.email ?? 'your email'}.`}</li>
          {hasResult ? (
            <>
              <li>Read your result again. It comes with you.</li>
              <li>Pick one of your three next steps for this week. One is enough.</li>
            </>
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
