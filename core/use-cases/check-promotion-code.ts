import type { CheckPromotionOutcome } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export const checkPromotionCode =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (input: { code: string; productId: string }): Promise<CheckPromotionOutcome> =>
    adminApi.checkPromotionCode({ ...input, code: input.code.trim() })
