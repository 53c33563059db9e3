/** Who coaches, and how. Sample, to be replaced by the owner with what is true of their coaches. */
export const coaching = {
  inShort: 'Your coach is a real person who writes to you in the app.',
  question: 'Who coaches me?',
  answer:
    'A person, not a program. Your coach has your two results, writes to you in the app, and answers what you write there. It’s all in writing: there are no calls to book.',
} as const
