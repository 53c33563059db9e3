import type { Ports } from '#core/ports/ports.ts'

/** Notes the first answer to a statement, or a change of it; the same answer again says nothing new. */
export const answerBeliefStatement =
  ({ analytics }: Pick<Ports, 'analytics'>) =>
  ({ question, index, answer, before }: { question: string; index: number; answer: number; before: number | undefined }) => {
    if (answer === before) return
    analytics.track({ name: 'money_belief_assessment_question_answered', properties: { question, answer, index } })
  }
