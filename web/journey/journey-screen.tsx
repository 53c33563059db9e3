import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { JourneyName, StepId } from '#core/model/routes.ts'
import { useAppLoader, useStartedApp } from '../stores/app-loader.tsx'
import { useHydrated } from '../components/use-hydrated.ts'
import { Alert } from '../components/alert.tsx'
import { Button } from '../components/button.tsx'
import type { Elements } from '../components/elements.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { focusNewHeading } from './focus-heading.ts'
import { StepFrame } from './step-frame.tsx'
import { stepNames } from '../content/words/journey-words.ts'
import { focusHeading } from './focus-heading.ts'
import { stepSkeleton } from './step-skeletons.tsx'
import { servedProgress } from './use-progress.ts'
import { useStepGuard } from './use-step-guard.ts'
import * as styles from './journey-screen.module.css'

export interface JourneyScreenProps<Journey extends JourneyName> {
  journey: Journey
  step: StepId
  /** A small line above the heading, as the screen itself has it. */
  label?: string
  /** The heading until the screen itself is shown. */
  heading: ReactNode
  /**
   * The intro under the heading, when it is the same for everybody and can be shown before the
   * screen.
   */
  intro?: string
  screen: ComponentType<{ journey: Journey }>
}

/**
 * A step of a journey: its layout at once, the step itself as soon as this visitor's state is known
 * and allows it.
 */
export const JourneyScreen = <Journey extends JourneyName>(props: JourneyScreenProps<Journey>) => {
  const { journey, step, label, heading, intro, screen: Screen } = props
  const isHydrated = useHydrated()
  const state = useStartedApp()
  const loader = useAppLoader()
  const isFailed = state.kind === 'failed'
  const { illustration, lines, content } = stepSkeleton(step)
  // The button disappears.
  const again = () => {
    focusNewHeading()
    void loader.start()
  }
  const waiting = (
    <StepFrame
      stepKey={step}
      progress={servedProgress(journey, { step }, stepNames[step])}
      illustration={isFailed ? undefined : illustration}
      label={label}
      heading={heading}
      intro={isFailed ? undefined : intro ? <p>{intro}</p> : lines}
      actions={isFailed ? undefined : <Skeleton shape="action" />}
    >
      {isFailed ? (
        <Alert
          kind="error"
          action={
            <Button size="small" look="quiet" onClick={again}>
              Try again
            </Button>
          }
        >
          Part of this page didn’t load. Nothing you entered is lost.
        </Alert>
      ) : (
        <div className={styles.waiting} aria-busy="true">
          <span className="visually-hidden">Loading</span>
          {content}
        </div>
      )}
    </StepFrame>
  )
  if (!isHydrated || state.kind !== 'running') return waiting
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
