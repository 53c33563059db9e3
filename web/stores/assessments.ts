import { AssessmentStore } from './assessment-store.ts'
import type { StoreParts } from './create-stores.ts'

/** The two questionnaires. */
export class Assessments {
  readonly survey: AssessmentStore
  readonly moneyBelief: AssessmentStore

  constructor(parts: StoreParts) {
    this.survey = new AssessmentStore('survey', parts)
    this.moneyBelief = new AssessmentStore('money_belief', parts)
  }
}
