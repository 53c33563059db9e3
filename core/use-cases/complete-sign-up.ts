import type { SignUpData } from '#core/model/persisted-state.ts'
import type { JourneyName } from '#core/model/routes.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Tracks the first arrival at download-app, only on the device that placed the order. */
export const completeSignUp =
  ({ analytics, clock }: Pick<Ports, 'analytics' | 'clock'>) =>
  (journey: JourneyName, { visitedSteps, startedTimeStamp }: SignUpData) => {
    if (!visitedSteps.includes('payment') || visitedSteps.includes('download-app')) return
    const now = clock.now().getTime()
    const seconds = Math.max(0, Math.round((now - (startedTimeStamp ?? now)) / 1000))
    analytics.track({ name: 'account_signup_completed', properties: { journey, seconds } })
  }
