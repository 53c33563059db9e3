import type { FieldError } from '#core/model/failures.ts'
import type { ConfirmedCard } from '#core/model/confirmed-card.ts'
import type { SavedCard } from '#core/model/subscription.ts'
import type {
  CreateSetupIntentOutcome,
  Invalid,
  SetupIntent,
  SetupIntentRequest,
} from '#core/ports/admin-api.ts'
import type { ClockPort } from '#core/ports/clock.ts'

/** What the memory payments port knows about cards. */
export type MemoryCards = {
  readonly confirmations: readonly {
    readonly clientSecret: string
    readonly paymentMethodId: string
    readonly cardNumber: string
  }[]
  readonly authentications: readonly string[]
}

type Intent = SetupIntent & {
  readonly billingEmail: string
  readonly createdAt: number
  /** Whether a visitor began it in the quick journey, where the account comes after the card. */
  readonly isBeforeAccount: boolean
  userId: string | null
}

export type Charge =
  | { readonly kind: 'paid' }
  | { readonly kind: 'declined'; readonly declineCode: string; readonly message: string }
  | { readonly kind: 'action-required'; readonly clientSecret: string }

const INTENT_LIFETIME = 24 * 60 * 60 * 1000

/**
 * Cards that can be saved but are declined when charged, by their last four digits, as in
 * `pm_memory_0341_1`.
 */
const declines: Readonly<Record<string, { declineCode: string; message: string }>> = {
  '0341': { declineCode: 'generic_decline', message: 'Your card was declined.' },
  '3178': { declineCode: 'insufficient_funds', message: 'Your card has insufficient funds.' },
}
const asksBank = '3184'

const brands: Readonly<Record<string, string>> = { 3: 'American Express', 5: 'Mastercard' }

/**
 * Whether it is an email address. Spaces around it are ignored; NUL is refused, as databases do.
 */
export const isEmail = (email: string): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim()) && !email.includes('\0')

export const invalid = (path: string, code: string, message: string): Invalid => {
  const error: FieldError = { path, code, message }
  return { kind: 'invalid', errors: [error] }
}

/** Setup intents, and what the confirmed cards do when they are charged. */
export const createCardBook = (cards: MemoryCards, clock: Pick<ClockPort, 'now'>) => {
  const intents = new Map<string, Intent>()
  const challenges = new Map<string, string>()

  const numberOf = (paymentMethodId: string): string =>
    cards.confirmations.find((each) => each.paymentMethodId === paymentMethodId)?.cardNumber ?? ''

  return {
    createSetupIntent: (
      { billingEmail, journey }: SetupIntentRequest,
      userId: string | null,
      passesChallenge: () => boolean,
    ): CreateSetupIntentOutcome => {
      if (!isEmail(billingEmail))
        return invalid('billingEmail', 'field/invalid', 'It must be an email address.')
      if (!passesChallenge()) return { kind: 'challenge-failed' }
      const id = `seti_memory_${intents.size + 1}`
      const setupIntent = {
        id,
        clientSecret: `${id}_secret`,
        customerId: `customer-of-${userId ?? id}`,
      }
      intents.set(id, {
        ...setupIntent,
        billingEmail: billingEmail.trim(),
        createdAt: clock.now().getTime(),
        isBeforeAccount: userId === null && journey === 'enroll',
        userId,
      })
      return { kind: 'created', setupIntent }
    },

    wasBegunBeforeAccount: (id: string): boolean => intents.get(id)?.isBeforeAccount ?? false,

    /**
     * Binds the setup intent to the user; returns why it cannot pay with this card, or null when it
     * can.
     */
    refuse: (
      userId: string,
      { setupIntentId, setupIntentClientSecret, paymentMethodId }: ConfirmedCard,
    ): Invalid | { readonly kind: 'setup-intent-expired' } | null => {
      const intent = intents.get(setupIntentId)
      const isOwn =
        intent?.clientSecret === setupIntentClientSecret && [null, userId].includes(intent.userId)
      if (intent === undefined || !isOwn) {
        return invalid('setupIntentId', 'setup-intent/unknown', 'There is no such SetupIntent.')
      }
      if (clock.now().getTime() - intent.createdAt > INTENT_LIFETIME)
        return { kind: 'setup-intent-expired' }
      const confirmed = cards.confirmations.find(
        ({ clientSecret }) => clientSecret === intent.clientSecret,
      )
      if (confirmed === undefined) {
        return invalid(
          'setupIntentId',
          'setup-intent/not-succeeded',
          'The card has not been confirmed yet.',
        )
      }
      if (confirmed.paymentMethodId !== paymentMethodId) {
        return invalid(
          'paymentMethodId',
          'payment-method/mismatch',
          'The SetupIntent was confirmed with another card.',
        )
      }
      intent.userId = userId
      return null
    },

    numberOf,

    savedCardOf: (paymentMethodId: string): SavedCard => {
      const number = numberOf(paymentMethodId)
      return {
        brand: brands[number.slice(0, 1)] ?? 'Visa',
        last4: number.slice(-4),
        expMonth: 12,
        expYear: clock.now().getUTCFullYear() + 3,
      }
    },

    /**
     * Charges the card. A bank's check belongs to the request: once it has been passed, repeating
     * the request pays.
     */
    charge: (request: string, paymentMethodId: string): Charge => {
      const lastFour = /_(\d{4})_/.exec(paymentMethodId)?.[1] ?? ''
      const decline = declines[lastFour]
      if (decline !== undefined) return { kind: 'declined', ...decline }
      if (lastFour !== asksBank) return { kind: 'paid' }
      const clientSecret = challenges.get(request) ?? `pi_memory_${challenges.size + 1}_secret`
      challenges.set(request, clientSecret)
      return cards.authentications.includes(clientSecret)
        ? { kind: 'paid' }
        : { kind: 'action-required', clientSecret }
    },

    setupIntents: (): readonly Readonly<Intent>[] => [...intents.values()],
  }
}
