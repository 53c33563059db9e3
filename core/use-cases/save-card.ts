import type { ConfirmedCard } from '#core/model/confirmed-card.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { Ports } from '#core/ports/ports.ts'
import { confirmCard } from './confirm-card.ts'
import type { CardInput, CardRefusal } from './confirm-card.ts'

export type SaveCardInput = CardInput & {
  readonly product: Product
  readonly promotion: Promotion | null
  readonly journey: AccountJourney
}

export type SaveCardOutcome = ({ readonly kind: 'saved' } & ConfirmedCard) | CardRefusal

type SaveCardPorts = Pick<Ports, 'auth' | 'challenge' | 'adminApi' | 'payments' | 'analytics'>

/** Confirms the card of an order for later charges; charges nothing. */
export const saveCard =
  (ports: SaveCardPorts) =>
  async ({ product, promotion, journey, ...input }: SaveCardInput): Promise<SaveCardOutcome> => {
    const { auth, challenge, payments, analytics } = ports
    const validation = await payments.validateCard(input.card)
    switch (validation.kind) {
      case 'complete':
        break
      case 'incomplete':
        return { kind: 'card-incomplete', message: validation.message }
    }
    const isVisitor = (await auth.currentUser()) === null
    const challengeToken = isVisitor ? await challenge.token('save_card') : null
    const outcome = await confirmCard(ports)({
      ...input,
      setup: { journey, ...(challengeToken !== null && { challengeToken }) },
      onIntent: () =>
        analytics.track({
          name: 'subscription_intent_created',
          properties: { plan: product.id, promotion: promotion?.code ?? null },
        }),
    })
    return outcome.kind === 'confirmed' ? { kind: 'saved', ...outcome.card } : outcome
  }
