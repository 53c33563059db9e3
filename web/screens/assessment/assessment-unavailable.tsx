import { useEffect, useRef } from 'react'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { focusNewHeading } from '../../journey/focus-heading.ts'
import { StepFrame } from '../../journey/step-frame.tsx'
import type { ProgressBarProps } from '../../journey/progress-bar.tsx'

export interface AssessmentUnavailableProps {
  heading: string
  /** What could not be loaded. */
  title?: string
  /** Shown while only the visitor's position is unknown. */
  progress?: ProgressBarProps | undefined
  /** Whether the questions are being fetched. */
  isLoading: boolean
  onRetry: () => void
}

/** Shown in place of a question while the questions cannot be loaded. */
export const AssessmentUnavailable = ({
  heading,
  title = 'We can’t load the questions right now',
  progress,
  isLoading,
  onRetry,
}: AssessmentUnavailableProps) => {
  const hasRetried = useRef(false)
  // The button unmounts and would drop the focus.
  const retry = () => {
    hasRetried.current = true
    focusNewHeading()
    onRetry()
  }
  // Another heading replaces the focused one: moves focus to it, unless the visitor has moved it.
  useEffect(
    () => () => {
      if (hasRetried.current && document.activeElement === document.body) focusNewHeading()
    },
    [],
  )
  return (
    <StepFrame
      stepKey="unavailable"
      heading={heading}
      progress={progress}
      actions={
        !isLoading && (
          <Button wide onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {isLoading ? (
        <div aria-busy="true">
          <span className="visually-hidden">Loading the questions</span>
          <Skeleton shape="control" count={4} />
        </div>
      ) : (
        <Alert kind="outage" title={title}>
          Nothing you entered is lost. Please try again in a moment.
        </Alert>
      )}
    </StepFrame>
  )
}
