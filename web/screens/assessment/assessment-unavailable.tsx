import { useEffect, useRef } from 'react'
import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { InPlace } from '../../components/in-place.tsx'
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

const questionSkeleton = <Skeleton shape="control" count={4} />

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
  // The heading will be replaced; the focus is moved unless the visitor has moved it.
  useEffect(
    () => () => {
      if (hasRetried.current && document.activeElement === document.body) focusNewHeading()
    },
    [],
  )
  return (
    <StepFrame stepKey="unavailable" heading={heading} progress={progress}>
      {isLoading ? (
        <div aria-busy="true">
          <span className="visually-hidden">Loading the questions</span>
          {questionSkeleton}
        </div>
      ) : (
        <InPlace of={questionSkeleton}>
          <Alert
            kind="error"
            title={title}
            action={
              <Button look="quiet" size="small" onClick={retry}>
                Try again
              </Button>
            }
          >
            Nothing you entered is lost. Please try again in a moment.
          </Alert>
        </InPlace>
      )}
    </StepFrame>
  )
}
