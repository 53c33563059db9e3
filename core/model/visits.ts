import type { SignUpChanges, SignUpData } from './persisted-state.ts'
import type { JourneyName, StepId } from './routes.ts'

/** Notes that a step is on screen; the first one of all starts the clock of the sign-up. */
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
 * Notes that the visitor has completed a step on this device, where nothing else says so: a result
 * asks for nothing, and a subscription may have been ordered elsewhere.
 */
export const leaveStep = ({ visitedSteps }: SignUpData, step: StepId): SignUpChanges =>
  visitedSteps.includes(step) ? {} : { visitedSteps: [...visitedSteps, step] }
