import type { Offers } from '#core/ports/admin-api.ts'
import type { Ports } from '#core/ports/ports.ts'

export const loadOffers =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (): Promise<Offers> =>
    adminApi.offers()
