/**
 * A mounted card form of the payment provider, or a wallet in which the visitor has authorized a
 * card. Opaque: card data never leaves the provider's own frame.
 */
export type CardForm = { readonly provider: string; readonly handle: unknown }

export type ValidateCardOutcome =
  { readonly kind: 'complete' } | { readonly kind: 'incomplete'; readonly message: string }

export type ConfirmCardOutcome =
  | { readonly kind: 'confirmed'; readonly paymentMethodId: string }
  | {
      readonly kind: 'declined' | 'authentication-failed' | 'incomplete'
      /** The provider's own sentence for the visitor. */
      readonly message: string
      readonly declineCode: string | null
    }

export type AuthenticateOutcome =
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'declined' | 'authentication-failed'; readonly message: string }

/**
 * The browser half of the payment provider. Methods throw `PortUnavailable` when it cannot be
 * reached.
 */
export interface PaymentsPort {
  /** Checks the form's fields without sending them. */
  validateCard(card: CardForm): Promise<ValidateCardOutcome>
  /**
   * Saves the card for later charges; runs 3-D Secure when the bank asks for it. Confirming twice
   * is safe.
   */
  confirmCard(input: {
    readonly card: CardForm
    readonly clientSecret: string
    readonly billingEmail: string
    /** Absolute; only used by banks that insist on a redirect. */
    readonly returnUrl: string
  }): Promise<ConfirmCardOutcome>
  /** Runs the bank's check for a charge that the server reported as requiring action. */
  authenticate(clientSecret: string): Promise<AuthenticateOutcome>
}
