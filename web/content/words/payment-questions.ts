import type { Product, Promotion } from '#core/model/plan.ts'
import { trialOf } from '#core/model/trial.ts'
import { formatDayAndMonth } from './money-words.ts'

/** What visitors ask before they enter a card, with answers that are true of the product. */
export const paymentQuestions = (
  product: Product,
  promotion: Promotion | null,
  now: Date,
): readonly { readonly question: string; readonly answer: string }[] => {
  const remindsAt = trialOf(product, promotion, now)?.remindsAt
  const reminder = remindsAt
    ? ` We email you on ${formatDayAndMonth(remindsAt)}, before the first charge.`
    : ''
  return [
    product.trialDays > 0
      ? {
          question: 'Why do you need my card now?',
          answer: `So your coaching doesn’t stop on day ${product.trialDays + 1}.${reminder}`,
        }
      : {
          question: 'Why are there no free days?',
          answer: 'Free days come with your first plan only.',
        },
    {
      question: 'How do I cancel?',
      answer:
        'In your account, in two steps. You can use the app until your free days or your paid period end.',
    },
    {
      question: 'Can I get my money back?',
      answer: 'Yes, in full, for 14 days after your first charge. Request it in your account.',
    },
  ]
}
