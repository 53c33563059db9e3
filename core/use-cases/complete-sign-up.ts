import type { JourneyName } from '#core/model/routes.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Notes the first arrival at download-app. `startedAt` is in milliseconds since 1970. */
export const completeSignUp =
  ({ analytics, clock }: Pick<Ports, 'analytics' | 'clock'>) =>
  ({ journey, startedAt }: { journey: JourneyName; startedAt: number }) => {
    const seconds = Math.max(0, Math.round((clock.now().getTime() - startedAt) / 1000))
    analytics.track({ name: 'account_signup_completed', properties: { journey, seconds } })
  }
