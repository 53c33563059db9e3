import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { JourneyName, StepId } from './routes.ts'

/** Records that a step is on screen; the very first one starts the sign-up's clock. */
export const visitStep = (
  { startedTimeStamp }: SignUpData,
  journey: JourneyName,
  now: Date,
): SignUpChanges => ({
  journey,
  lastVisitedTimeStamp: now.getTime(),
  startedTimeStamp: startedTimeStamp ?? now.getTime(),
})

/**
 * Records that the visitor has completed a step on this device. Other data may not show it: a
 * result has no input, and a subscription may have been ordered elsewhere.
 */
export const leaveStep = ({ visitedSteps }: SignUpData, step: StepId): SignUpChanges =>
  visitedSteps.includes(step) ? {} : { visitedSteps: [...visitedSteps, step] }
