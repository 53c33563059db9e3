import { lazy } from 'react'
import { PortUnavailable } from '#core/model/failures.ts'
import type { PaymentsPort } from '#core/ports/payments.ts'
import { loadOnce } from '../browser/load-once.ts'
import type { CardFormProps, OpenStripeParts } from './open-stripe.tsx'

/**
 * Stripe: the payments port and the card fields. Its SDK is loaded when first used, and again after
 * a failure.
 */
export const createStripe = (parts: OpenStripeParts) => {
  const open = loadOnce(async () => (await import('./open-stripe.tsx')).openStripe(parts))

  const reach = async (): Promise<PaymentsPort> => {
    try {
      return (await open()).payments
    } catch (cause) {
      throw new PortUnavailable('payments', cause)
    }
  }

  /** React caches a failed lazy import, so only a page load tries again. */
  const unavailable = ({ renderUnavailable }: CardFormProps) =>
    renderUnavailable(() => parts.document.location.reload())

  const payments: PaymentsPort = {
    validateCard: async (card) => (await reach()).validateCard(card),
    confirmCard: async (input) => (await reach()).confirmCard(input),
    authenticate: async (clientSecret) => (await reach()).authenticate(clientSecret),
  }

  return {
    payments,
    CardForm: lazy(async () => ({
      default: (await open().catch(() => null))?.CardForm ?? unavailable,
    })),
    /** Preloads what the card fields need. The payment step tries again and reports a failure. */
    prepare: (): void => {
      void open()
        .then(({ connect }) => connect())
        .catch(() => {})
    },
  }
}
