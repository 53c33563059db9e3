import { answerWith, assessmentOf, questionsOf } from '#core/model/assessment.ts'
import type { SignUpChanges, SignUpData } from '#core/model/persisted-state.ts'
import type { Question } from '#core/model/question.ts'
import type { Answer, DiagnosisKind } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Stores an answer. A new answer to a belief statement is tracked with its 1-based position. */
export const answerQuestion =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  (data: SignUpData, kind: DiagnosisKind, question: Question, answer: Answer): SignUpChanges => {
    const changes = answerWith(data, kind, question, answer)
    if (changes.moneyBelief && typeof answer === 'number') {
      const questions = questionsOf(assessmentOf(data, kind))
      const index = questions.findIndex(({ id }) => id === question.id) + 1
      const properties = { question: question.id, answer, index }
      analytics.track({ name: 'money_belief_assessment_question_answered', properties })
    }
    return changes
  }
