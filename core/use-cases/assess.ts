import type { FieldError } from '#core/model/failures.ts'
import type { DiagnosisResult } from '#core/model/profile.ts'
import { applicableAnswers, firstOpenStep } from '#core/model/survey.ts'
import type { Answers, Questionnaire } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export type AssessOutcome =
  | { readonly kind: 'assessed'; readonly result: DiagnosisResult; readonly answers: Answers }
  /** `step` is the 1-based question still to be answered. */
  | { readonly kind: 'unanswered'; readonly step: number }
  /**
   * The questionnaire changed since it was loaded: load it again and ask the remaining questions.
   */
  | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

/** Turns a questionnaire's answers into its result; answers that no longer apply are dropped. */
export const assess =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  async ({ kind, version, questions }: Questionnaire, given: Answers): Promise<AssessOutcome> => {
    const step = firstOpenStep(questions, given)
    if (step !== null) return { kind: 'unanswered', step }
    const answers = applicableAnswers(questions, given)
    const outcome = await adminApi.calculate({ kind, version, answers })
    switch (outcome.kind) {
      case 'calculated':
        return { kind: 'assessed', result: outcome.result, answers }
      case 'invalid':
        return { kind: 'rejected', errors: outcome.errors }
      case 'rate-limited':
        return outcome
    }
  }
