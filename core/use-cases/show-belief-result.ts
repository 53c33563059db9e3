import type { BeliefId, BeliefResult } from '#core/model/money-belief.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Notes that a money-belief result is on screen for the first time. */
export const showBeliefResult =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  ({ dominant, beliefs }: BeliefResult) => {
    const scores = Object.fromEntries(beliefs.map(({ id, score }) => [id, score])) as Record<BeliefId, number>
    analytics.track({ name: 'money_belief_assessment_completed', properties: { dominant, scores } })
  }
