import type { RefusedCode } from '#core/model/plan-choice.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { Ports } from '#core/ports/ports.ts'

export type ChoosePlanOutcome =
  | { readonly kind: 'chosen'; readonly product: Product; readonly promotion: Promotion | null }
  | { readonly kind: 'promotion-refused'; readonly outcome: RefusedCode }
  | { readonly kind: 'pick-changed' }

/**
 * Chooses a plan; a promotion code is checked again for this plan. Chooses nothing unless
 * `isStillPicked` after that check.
 */
export const choosePlan =
  ({ adminApi, analytics }: Pick<Ports, 'adminApi' | 'analytics'>) =>
  async (
    product: Product,
    promotion: Promotion | null,
    isStillPicked: () => boolean,
  ): Promise<ChoosePlanOutcome> => {
    if (promotion !== null) {
      const outcome = await adminApi.checkPromotionCode({
        code: promotion.code,
        productId: product.id,
      })
      if (!isStillPicked()) return { kind: 'pick-changed' }
      if (outcome.kind !== 'applies') return { kind: 'promotion-refused', outcome }
    }
    const { amount, currency } = product.price
    analytics.track({
      name: 'web_program_selected',
      properties: { plan: product.id, amount, currency, promotion: promotion?.code ?? null },
    })
    return { kind: 'chosen', product, promotion }
  }
