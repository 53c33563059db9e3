import type { CardForm } from '#core/ports/payments.ts'
import type { Ports } from '#core/ports/ports.ts'

/** Makes the provider's form show on its own fields what is missing. */
export const markCard =
  ({ payments }: Pick<Ports, 'payments'>) =>
  async (card: CardForm): Promise<void> => {
    await payments.validateCard(card)
  }
