import type { BeliefId } from '#core/model/money-belief.ts'
import type { SignUpChanges, SignUpData } from '#core/model/persisted-state.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Notes that this device's money-belief result is on screen. Only its first time is tracked. */
export const showBeliefResult =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  ({ moneyBelief: { diagnosis }, isBeliefResultShown }: SignUpData): SignUpChanges => {
    if (diagnosis === null || isBeliefResultShown) return {}
    const { dominant, beliefs } = diagnosis
    const scores = Object.fromEntries(beliefs.map(({ id, score }) => [id, score])) as Record<
      BeliefId,
      number
    >
    analytics.track({ name: 'money_belief_assessment_completed', properties: { dominant, scores } })
    return { isBeliefResultShown: true }
  }
