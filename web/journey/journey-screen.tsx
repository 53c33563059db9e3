import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import type { Elements } from '../components/elements.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { StepFrame } from './step-frame.tsx'
import { stepNames } from '../content/words/journey-words.ts'
import { focusHeading } from './focus-heading.ts'
import { stepSkeleton } from './step-skeletons.tsx'
import { servedProgress } from './use-progress.ts'
import { useReadyApp } from './use-ready-app.ts'
import { useStepGuard } from './use-step-guard.ts'
import * as styles from './journey-screen.module.css'

export interface JourneyScreenProps<Journey extends JourneyName> {
  journey: Journey
  step: StepId
  /** A small line above the heading; the screen itself shows the same. */
  label?: string
  /** The progress text until the screen itself is shown; the step's name by default. */
  at?: string
  /** The heading until the screen itself is shown. */
  heading: ReactNode
  /** The intro under the heading, if it is the same for everybody and can be shown early. */
  intro?: string
  screen: ComponentType<{ journey: Journey }>
}

/**
 * A step of a journey. Shows its layout immediately, and the step itself once this visitor's state
 * is known and allows it.
 */
export const JourneyScreen = <Journey extends JourneyName>(props: JourneyScreenProps<Journey>) => {
  const { journey, step, label, at = stepNames[step], heading, intro, screen: Screen } = props
  const isReady = useReadyApp()
  const { illustration, lines, content } = stepSkeleton(step)
  const waiting = (
    <StepFrame
      stepKey={step}
      progress={servedProgress(journey, { step }, at)}
      illustration={illustration}
      label={label}
      heading={heading}
      intro={intro ? <p>{intro}</p> : lines}
      actions={<Skeleton shape="action" />}
    >
      <div className={styles.waiting} aria-busy="true">
        <span className="visually-hidden">Loading</span>
        {content}
      </div>
    </StepFrame>
  )
  if (!isReady) return waiting
  return (
    <Guarded journey={journey} step={step} waiting={waiting}>
      <Screen journey={journey} />
    </Guarded>
  )
}

type GuardedProps = { journey: JourneyName; step: StepId; waiting: Elements; children: Elements }

const Guarded = observer(({ journey, step, waiting, children }: GuardedProps) => {
  const isAllowed = useStepGuard(journey, step)
  useEffect(() => {
    if (isAllowed) focusHeading()
  }, [isAllowed])
  return isAllowed ? children : waiting
})
