import type { BeliefId } from '#core/model/money-belief.ts'
import type { PillarId } from '#core/model/survey.ts'

export const beliefNames: Readonly<Record<BeliefId, string>> = {
  avoidance: 'Avoidance',
  worship: 'Worship',
  status: 'Status',
  vigilance: 'Vigilance',
}

export const pillarNames: Readonly<Record<PillarId, string>> = {
  spend: 'Spend',
  save: 'Save',
  borrow: 'Borrow',
  plan: 'Plan',
}
