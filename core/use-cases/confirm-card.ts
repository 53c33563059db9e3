import type { ConfirmedCard } from '#core/model/confirmed-card.ts'
import type { SetupIntentRequest } from '#core/ports/admin-api.ts'
import type { CardForm } from '#core/ports/payments.ts'
import type { Ports } from '#core/ports/ports.ts'

export type CardInput = {
  readonly card: CardForm
  readonly billingEmail: string
  /** Absolute; only used by banks that insist on a redirect. */
  readonly returnUrl: string
}

export type CardRefusal =
  | {
      readonly kind: 'card-incomplete' | 'declined' | 'authentication-failed'
      readonly message: string
    }
  | { readonly kind: 'billing-email-invalid' }
  /** The server refused the challenge's token. The next attempt requests another. */
  | { readonly kind: 'challenge-failed' }
  | { readonly kind: 'rate-limited'; readonly retryAfterSeconds: number }

export type ConfirmCardOutcome =
  { readonly kind: 'confirmed'; readonly card: ConfirmedCard } | CardRefusal

type Request = CardInput & {
  readonly setup: Omit<SetupIntentRequest, 'billingEmail'>
  /** Called once the payment provider is ready for the card. */
  readonly onIntent?: () => void
}

/** Confirms the card of a mounted form for later charges; charges nothing. */
export const confirmCard =
  ({ adminApi, payments }: Pick<Ports, 'adminApi' | 'payments'>) =>
  async ({
    card,
    billingEmail,
    returnUrl,
    setup,
    onIntent,
  }: Request): Promise<ConfirmCardOutcome> => {
    const intent = await adminApi.createSetupIntent({ billingEmail, ...setup })
    if (intent.kind === 'challenge-failed') return intent
    if (intent.kind === 'invalid') return { kind: 'billing-email-invalid' }
    if (intent.kind === 'rate-limited') return intent
    onIntent?.()
    const { id, clientSecret } = intent.setupIntent
    const outcome = await payments.confirmCard({ card, clientSecret, billingEmail, returnUrl })
    switch (outcome.kind) {
      case 'confirmed':
        return {
          kind: 'confirmed',
          card: {
            setupIntentId: id,
            setupIntentClientSecret: clientSecret,
            paymentMethodId: outcome.paymentMethodId,
          },
        }
      case 'incomplete':
        return { kind: 'card-incomplete', message: outcome.message }
      case 'declined':
      case 'authentication-failed':
        return { kind: outcome.kind, message: outcome.message }
    }
  }
