import type { Product } from '#core/model/plan.ts'

/** What visitors ask before they give a card, with answers that are true of the product. */
export const paymentQuestions = ({
  trialDays,
  interval,
}: Pick<Product, 'trialDays' | 'interval'>): readonly {
  readonly question: string
  readonly answer: string
}[] => [
  trialDays > 0
    ? {
        question: 'Why a card for free days?',
        answer: `So your coaching doesn’t stop on day ${trialDays + 1}. We email you ${interval === 'year' ? 'a week' : 'three days'} before the first charge.`,
      }
    : {
        question: 'Why are there no free days?',
        answer: 'They come once per person, with the first subscription.',
      },
  {
    question: 'How do I cancel?',
    answer: 'In your account, with two clicks. You can use the app until the time you have ends.',
  },
  {
    question: 'Can I get my money back?',
    answer: 'Yes, in full, for 14 days after your first charge. You do it in your account.',
  },
]
