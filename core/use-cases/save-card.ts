import type { ConfirmedCard } from '#core/model/order.ts'
import type { Product, Promotion } from '#core/model/plan.ts'
import type { AccountJourney } from '#core/model/routes.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { Ports } from '#core/ports/ports.ts'

export type SaveCardInput = {
  readonly card: CardForm
  readonly billingEmail: string
  readonly product: Product
  readonly promotion: Promotion | null
  readonly journey: AccountJourney
  readonly returnUrl: string
}

export type SaveCardOutcome =
  | ({ readonly kind: 'saved' } & ConfirmedCard)
  | {
      readonly kind: 'card-incomplete' | 'declined' | 'authentication-failed'
      readonly message: string
    }
  | { readonly kind: 'billing-email-invalid' }
  /** The server does not take the visitor for a person. The next attempt asks for another token. */
  | { readonly kind: 'challenge-failed' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

type SaveCardPorts = Pick<Ports, 'auth' | 'challenge' | 'adminApi' | 'payments' | 'analytics'>

/** Confirms the card for later charges; charges nothing. */
export const saveCard =
  ({ auth, challenge, adminApi, payments, analytics }: SaveCardPorts) =>
  async ({
    card,
    billingEmail,
    product,
    promotion,
    journey,
    returnUrl,
  }: SaveCardInput): Promise<SaveCardOutcome> => {
    const validation = await payments.validateCard(card)
    switch (validation.kind) {
      case 'complete':
        break
      case 'incomplete':
        return { kind: 'card-incomplete', message: validation.message }
    }
    const isVisitor = (await auth.currentUser()) === null
    const challengeToken = isVisitor ? await challenge.token('save_card') : null
    const intent = await adminApi.createSetupIntent({
      billingEmail,
      journey,
      ...(challengeToken !== null && { challengeToken }),
    })
    if (intent.kind === 'challenge-failed') return intent
    if (intent.kind === 'invalid') return { kind: 'billing-email-invalid' }
    if (intent.kind === 'rate-limited') return intent
    analytics.track({
      name: 'subscription_intent_created',
      properties: { plan: product.id, promotion: promotion?.code ?? null },
    })
    const { id, clientSecret } = intent.setupIntent
    const outcome = await payments.confirmCard({ card, clientSecret, billingEmail, returnUrl })
    switch (outcome.kind) {
      case 'confirmed':
        return {
          kind: 'saved',
          setupIntentId: id,
          setupIntentClientSecret: clientSecret,
          paymentMethodId: outcome.paymentMethodId,
        }
      case 'incomplete':
        return { kind: 'card-incomplete', message: outcome.message }
      case 'declined':
      case 'authentication-failed':
        return { kind: outcome.kind, message: outcome.message }
    }
  }
