import type { BeliefId } from '#core/model/money-belief.ts'
import type { SignUpChanges, SignUpData } from '#core/model/persisted-state.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Records that this device's money-belief result is on screen, and tracks its first time. */
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
