import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { resumeStep, stepPath } from '#core/model/journeys.ts'
import { routes } from '#core/model/routes.ts'
import type { JourneyName } from '#core/model/routes.ts'
import { useStartedSession, useStores } from '../../app/session.tsx'
import { useHydrated } from '../../app/use-hydrated.ts'
import { LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StepFrame } from '../../components/step-frame.tsx'
import { Lighthouse } from '../../illustrations/lighthouse.tsx'
import { focusHeading } from '../journey/focus-heading.ts'

/** Where the verification mail leads. */
export const EmailConfirmedScreen = ({ journey }: { journey: JourneyName }) => {
  const state = useStartedSession()
  const isHydrated = useHydrated()
  return state.kind === 'running' && isHydrated ? <EmailConfirmed journey={journey} /> : <Waiting />
}

const Waiting = () => (
  <StepFrame stepKey="waiting" illustration={<Lighthouse />} heading="Your email is confirmed">
    <div aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <Skeleton shape="text" count={2} />
    </div>
  </StepFrame>
)

const EmailConfirmed = observer(({ journey }: { journey: JourneyName }) => {
  const { global, verifyEmail } = useStores()
  const { currentUser } = global
  const [isChecked, setIsChecked] = useState(currentUser === null || currentUser.emailVerified)

  useEffect(() => focusHeading(), [])
  useEffect(() => {
    if (isChecked) return
    void verifyEmail.check().finally(() => setIsChecked(true))
  }, [isChecked, verifyEmail])

  if (currentUser === null) {
    return (
      <StepFrame
        stepKey="waiting"
        illustration={<Lighthouse />}
        heading="Your email is confirmed"
        intro={<p>If you began on another device, it goes on there by itself. To go on here, sign in.</p>}
        actions={
          <LinkButton to={routes.signIn} wide>
            Sign in
          </LinkButton>
        }
      />
    )
  }
  if (!isChecked) return <Waiting />
  if (!currentUser.emailVerified) {
    return (
      <StepFrame
        stepKey="not-yet"
        illustration={<Lighthouse />}
        heading="Your email is not confirmed yet"
        intro={<p>The link may have been used or be too old. You can have a new one sent.</p>}
        actions={
          <LinkButton to={stepPath(journey, 'verify-email')} wide>
            Send a new link
          </LinkButton>
        }
      />
    )
  }
  return (
    <StepFrame
      stepKey="waiting"
      illustration={<Lighthouse />}
      heading="Your email is confirmed"
      intro={<p>{currentUser.email} belongs to your account now.</p>}
      actions={
        <LinkButton to={stepPath(journey, resumeStep(journey, global.journeyState))} wide>
          Continue
        </LinkButton>
      }
    />
  )
})
