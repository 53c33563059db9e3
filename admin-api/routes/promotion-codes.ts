import { Type } from 'typebox'
import { findPromotion } from '../payments/promotions.ts'
import { invalid } from '../problem.ts'
import type { App, Context } from './context.ts'
import { closed, dataOf, problemSchema, promotionSchema, text } from './schemas.ts'

export const registerPromotionCodes = (
  app: App,
  { settings, stripe, catalogue, clock, perMinute }: Context,
) => {
  app.get(
    '/api/v1/iap_subscriptions/stripe/promotion_codes',
    {
      config: {
        ...perMinute(settings.rateLimits.promotionCodes),
        summary: 'Checks a promotion code for a product',
      },
      schema: {
        querystring: Type.Object(
          {
            code: text({ minLength: 1, maxLength: 100 }),
            product: text({ minLength: 1, maxLength: 100 }),
          },
          closed,
        ),
        response: {
          200: dataOf(promotionSchema),
          404: problemSchema,
          409: problemSchema,
          410: problemSchema,
          422: problemSchema,
          429: problemSchema,
          503: problemSchema,
        },
      },
    },
    async ({ query: { code, product } }) => {
      const offer = await catalogue.find(product)
      if (offer === null)
        throw invalid([
          { path: 'product', code: 'product/unknown', message: 'There is no such product.' },
        ])
      return { data: await findPromotion(stripe, code, offer, clock()) }
    },
  )
}
