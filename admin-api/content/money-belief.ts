import type { BeliefId, Question, Questionnaire } from '../domain/questionnaire.ts'

/**
 * Our own statements, four per belief, for the four money scripts of Klontz et al., Journal of
 * Financial Therapy, 2011.
 */
const statements: readonly (readonly [BeliefId, string])[] = [
  ['avoidance', 'I would rather not know what is in my account until I have to.'],
  ['worship', 'Most of what weighs on me would go away with more money.'],
  ['status', 'What I own tells people who I am.'],
  ['vigilance', 'I feel uneasy when I spend, even on things I need.'],
  ['avoidance', 'People like me are not meant to have a lot of money.'],
  ['worship', 'However much I earn, it never quite feels like enough.'],
  ['status', 'I would sooner stretch my budget than look as if I cannot keep up.'],
  ['vigilance', 'A person should earn what they have, not be handed it.'],
  ['avoidance', 'Wanting money makes people a little less kind.'],
  ['worship', 'If I work long enough, money will one day make me happy.'],
  ['status', 'I feel smaller next to someone who earns more than I do.'],
  ['vigilance', 'I would not tell even close friends what I earn.'],
  ['avoidance', 'When a letter about money arrives, I put it aside for another day.'],
  ['worship', 'I buy things to give myself the feeling that life is moving forward.'],
  ['status', 'I let people believe that I have more than I do.'],
  [
    'vigilance',
    'I keep putting money aside for bad times, and find it hard to enjoy the good ones.',
  ],
]

const toQuestion = ([belief, prompt]: readonly [BeliefId, string], index: number): Question => ({
  id: `belief-${String(index + 1).padStart(2, '0')}`,
  type: 'scale',
  prompt,
  required: true,
  min: 1,
  max: 6,
  minLabel: 'Strongly disagree',
  maxLabel: 'Strongly agree',
  belief,
})

/** Change `version` whenever a statement or their order changes. */
export const moneyBeliefQuestionnaire: Questionnaire = {
  kind: 'money_belief',
  version: '1',
  questions: statements.map(toQuestion),
}
