/** Messages for programming mistakes, never shown. */
export const internalErrors = {
  userNotFound: 'User not found',
  verifierMissing: 'Recaptcha verifier not provided',
  resolverMissing: 'Resolver is missing. Set it up first.',
  paymentMethodMissing: 'Expected PaymentMethod id',
} as const
