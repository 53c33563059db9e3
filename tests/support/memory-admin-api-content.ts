import type { MemoryContent } from '#adapters/memory/memory-admin-api.ts'
import type { MemoryPromotionCode } from '#adapters/memory/memory-billing.ts'
import { publicQuestionnaire } from '#admin-api/domain/questionnaire.ts'
import { calculate, questionnaires } from '#admin-api/domain/scoring.ts'
import { readQuestionnaire } from '#core/model/survey.ts'
import type { Questionnaire } from '#core/model/survey.ts'
import { annual, monthly, welcome20 } from './a-visitor.ts'

const shown = (kind: keyof typeof questionnaires): Questionnaire => {
  const questionnaire = readQuestionnaire(publicQuestionnaire(questionnaires[kind]), kind)
  if (questionnaire === null) throw new Error(`The site cannot ask the ${kind}.`)
  return questionnaire
}

/** The questions and the scoring of the reference admin API. */
export const content: MemoryContent = {
  questionnaires: { survey: shown('survey'), money_belief: shown('money_belief') },
  calculate: ({ kind, version, answers }) => calculate(kind, version, answers),
}

export const products = [monthly, annual]

/** The codes of the payments sandbox. */
export const promotionCodes: readonly MemoryPromotionCode[] = [
  { promotion: welcome20, state: 'valid' },
  {
    promotion: {
      id: 'promo_2',
      code: 'HALFYEAR',
      percentOff: 50,
      duration: 'repeating',
      months: 6,
    },
    state: 'valid',
    productIds: ['monthly'],
  },
  {
    promotion: {
      id: 'promo_3',
      code: 'FRIEND10',
      amountOff: { amount: 1000, currency: 'usd' },
      duration: 'once',
    },
    state: 'valid',
  },
  {
    promotion: { id: 'promo_4', code: 'EXPIRED', percentOff: 20, duration: 'once' },
    state: 'expired',
  },
  {
    promotion: { id: 'promo_5', code: 'SOLDOUT', percentOff: 20, duration: 'once' },
    state: 'used-up',
  },
]
