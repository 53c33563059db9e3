/** A card that is saved with the provider, and what proves that this browser saved it. */
export type ConfirmedCard = {
  readonly setupIntentId: string
  readonly setupIntentClientSecret: string
  readonly paymentMethodId: string
}
